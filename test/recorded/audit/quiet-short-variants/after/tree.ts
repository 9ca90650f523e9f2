export function first(tree: Tree): Pair | null {
  let node = tree.root;
  let current = tree.root;
  while (node !== undefined) {
    current = node;
    node = node.left;
  }
  return current ? [current.key, current.value] : null;
}

export function last(tree: Tree): Pair | null {
  let node = tree.root;
  let current = tree.root;
  while (node !== undefined) {
    current = node;
    node = node.right;
  }
  return current ? [current.key, current.value] : null;
}

export function isParameter(node: Ast): boolean {
  switch (node.tag) {
    case 'StringKeyword':
    case 'SymbolKeyword':
    case 'TemplateLiteral':
      return true;
    case 'Refinement':
      return isParameter(node.from);
  }
  return false;
}

export function parameterBase(node: Ast): Ast | undefined {
  switch (node.tag) {
    case 'StringKeyword':
    case 'SymbolKeyword':
    case 'TemplateLiteral':
      return node;
    case 'Refinement':
      return parameterBase(node.from);
  }
  return undefined;
}

export function keys(tree: Tree, forward: boolean): unknown[] {
  const found: unknown[] = [];
  const cursor = tree.open(forward);
  let count = 0;
  while (cursor.isOpen()) {
    count += 1;
    const entry = cursor.key;
    if (forward) cursor.moveNext();
    else cursor.movePrevious();
    if (entry === null && count > tree.limit) throw new RangeError('too many entries');
    if (entry !== null) found.push(entry);
  }
  cursor.close(count);
  return found;
}

export function values(tree: Tree, forward: boolean): unknown[] {
  const found: unknown[] = [];
  const cursor = tree.open(forward);
  let count = 0;
  while (cursor.isOpen()) {
    count += 1;
    const entry = cursor.value;
    if (forward) cursor.moveNext();
    else cursor.movePrevious();
    if (entry === null && count > tree.limit) throw new RangeError('too many entries');
    if (entry !== null) found.push(entry);
  }
  cursor.close(count);
  return found;
}

export class Driver {
  get state(): unknown {
    return map(read(this.cell), (pair: Pair) => pair[1]);
  }
}

export const current = (owner: Owner): unknown => map(read(owner.cell), (pair: Pair) => pair[1]);
