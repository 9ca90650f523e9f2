import { NodeFlag, NodeKind } from '../../../ir/model.ts';
import { K } from '../kinds.ts';
import { elements, EXPRESSIONS } from './expressions.ts';
import { lowerBlock, lowerDecorated, lowerDefinition } from './functions.ts';
import type { Lower, Lowering } from './lowering.ts';
import { lowerComplex, lowerMatch } from './patterns.ts';
import { nothing } from '../../treeLowering.ts';

/** Longer chains of `elif` become a `Switch` without subject, so that trees stay shallow. */
const LONGEST_CHAIN = 100;

const expressionStatement: Lower = (l, node) => {
  const parts = l.parts(node);
  const inner = parts[0];
  if (inner === undefined) return;
  if (!l.hasComma(node) && parts.length === 1) {
    const kind = l.walk.kinds[inner];
    if (kind === K.Assignment || kind === K.AugmentedAssignment) l.statement(inner);
    else l.around(NodeKind.ExpressionStatement, node, () => l.expression(inner));
    return;
  }
  l.around(NodeKind.ExpressionStatement, node, () => l.around(NodeKind.Tuple, node, () => l.expressions(parts)));
};

/** `a = b = c` nests to the right in the grammar; an annotation without a value does nothing. */
const assignment: Lower = (l, node) => {
  const { walk } = l;
  const targets: number[] = [];
  let value = -1;
  let at = node;
  for (;;) {
    const right = rightOf(l, at);
    const target = l.parts(at)[0];
    if (target === undefined || right < 0) break;
    targets.push(target);
    if (walk.kinds[right] === K.Assignment) at = right;
    else {
      value = right;
      break;
    }
  }
  if (targets.length === 0) {
    l.out.lastEnd = l.endLine(node);
    return;
  }
  l.around(NodeKind.Assign, node, () => {
    l.expressions(targets);
    if (value >= 0) l.statement(value);
    else l.empty(node);
  });
};

function rightOf(l: Lowering, node: number): number {
  const { walk } = l;
  const assign = walk.childOf(node, K.Assign);
  if (assign < 0) return -1;
  for (let child = walk.next[assign]!; child < walk.next[node]!; child = walk.next[child]!)
    if (l.isPart(child)) return child;
  return -1;
}

const augmented: Lower = (l, node) => {
  const operator = (l.operators(node)[0] ?? '').replace(/=$/, '');
  l.row(NodeKind.AugmentedAssign, node, l.parts(node), operator);
};

const leaf =
  (kind: NodeKind): Lower =>
  (l, node) =>
    void l.out.leaf(kind, l.startLine(node));

const deleted: Lower = (l, node) => {
  l.around(NodeKind.Delete, node, () => {
    for (const part of l.parts(node)) {
      if (l.walk.kinds[part] === K.ExpressionList) l.expressions(l.parts(part));
      else l.expression(part);
    }
  });
};

const scopeStatement: Lower = (l, node) => {
  const kind = l.walk.kinds[node] === K.Global ? 'global' : 'nonlocal';
  l.row(NodeKind.ScopeStatement, node, l.parts(node), kind);
};

const ifStatement: Lower = (l, node) => {
  const parts = l.parts(node);
  const branches = [node, ...parts.filter((part) => l.walk.kinds[part] === K.Elif)];
  const otherwise = parts.find((part) => l.walk.kinds[part] === K.Else);
  if (branches.length > LONGEST_CHAIN) longChain(l, node, branches, otherwise);
  else branch(l, branches, 0, otherwise);
};

function branch(l: Lowering, branches: readonly number[], at: number, otherwise: number | undefined): void {
  const node = branches[at]!;
  const made = l.out.open(NodeKind.If, l.startLine(node));
  testAndBlock(l, node);
  if (at + 1 < branches.length) {
    const block = l.out.open(NodeKind.Block, l.startLine(branches[at + 1]!));
    branch(l, branches, at + 1, otherwise);
    l.out.closeAfterLast(block);
  } else if (otherwise !== undefined) blockOf(l, otherwise);
  l.out.closeAfterLast(made);
}

function longChain(l: Lowering, node: number, branches: readonly number[], otherwise: number | undefined): void {
  const made = l.out.open(NodeKind.Switch, l.startLine(node), 'match');
  l.empty(node);
  for (const each of branches) {
    const part = l.out.open(NodeKind.Case, l.startLine(each));
    testAndBlock(l, each);
    l.out.closeAfterLast(part);
  }
  if (otherwise !== undefined) {
    const part = l.out.open(NodeKind.Case, l.startLine(otherwise));
    blockOf(l, otherwise);
    l.out.closeAfterLast(part);
  }
  l.out.closeAfterLast(made);
}

function testAndBlock(l: Lowering, node: number): void {
  let tested = false;
  for (const part of l.parts(node)) {
    const kind = l.walk.kinds[part]!;
    if (kind === K.Elif || kind === K.Else) continue;
    if (kind === K.Block) {
      if (!tested) l.empty(node);
      tested = true;
      l.statement(part);
      return;
    }
    l.expression(part);
    tested = true;
  }
  l.out.leaf(NodeKind.Block, l.startLine(node));
}

/** The block of a clause; an empty one where it is missing. */
function blockOf(l: Lowering, node: number): void {
  const block = l.walk.childOf(node, K.Block);
  if (block >= 0) l.statement(block);
  else l.out.leaf(NodeKind.Block, l.startLine(node));
}

function clause(l: Lowering, node: number, kind: NodeKind): void {
  const made = l.out.open(kind, l.startLine(node));
  blockOf(l, node);
  l.out.closeAfterLast(made);
}

const whileStatement: Lower = (l, node) => {
  const made = l.out.open(NodeKind.While, l.startLine(node));
  testAndBlock(l, node);
  const otherwise = l.walk.childOf(node, K.Else);
  if (otherwise >= 0) clause(l, otherwise, NodeKind.Else);
  l.out.closeAfterLast(made);
};

const forStatement: Lower = (l, node) => {
  const made = l.out.open(NodeKind.ForEach, l.startLine(node), '', l.has(node, K.Async) ? NodeFlag.Async : 0);
  let otherwise = -1;
  let blocks = 0;
  for (const part of l.parts(node)) {
    const kind = l.walk.kinds[part]!;
    if (kind === K.Else) otherwise = part;
    else {
      l.statement(part);
      if (kind === K.Block) blocks++;
    }
  }
  if (blocks === 0) l.out.leaf(NodeKind.Block, l.startLine(node));
  if (otherwise >= 0) clause(l, otherwise, NodeKind.Else);
  l.out.closeAfterLast(made);
};

const tryStatement: Lower = (l, node) => {
  const made = l.out.open(NodeKind.Try, l.startLine(node));
  blockOf(l, node);
  for (const part of l.parts(node)) {
    const kind = l.walk.kinds[part]!;
    if (kind === K.Except) except(l, part);
    else if (kind === K.Else) clause(l, part, NodeKind.Else);
    else if (kind === K.Finally) clause(l, part, NodeKind.Finally);
    else if (kind !== K.Block) l.statement(part);
  }
  l.out.closeAfterLast(made);
};

/** `except T as name`, and Python 2's `except T, name`. */
function except(l: Lowering, node: number): void {
  const { walk } = l;
  const group = l.operators(node).some((operator) => operator.includes('*'));
  const made = l.out.open(NodeKind.Catch, l.startLine(node), '', group ? NodeFlag.Rest : 0);
  const parts = l.parts(node).filter((part) => walk.kinds[part] !== K.Block);
  const first = parts[0];
  const [type, ...targets] = first !== undefined && walk.kinds[first] === K.AsPattern ? l.parts(first) : parts;
  if (type === undefined) l.empty(node);
  else l.expression(type);
  if (targets.length === 0) l.empty(node);
  else l.expressions(targets);
  blockOf(l, node);
  l.out.closeAfterLast(made);
}

const withStatement: Lower = (l, node) => {
  const { walk } = l;
  const made = l.out.open(NodeKind.With, l.startLine(node), '', l.has(node, K.Async) ? NodeFlag.Async : 0);
  for (const part of l.parts(node)) {
    if (walk.kinds[part] === K.WithClause) for (const item of l.parts(part)) withItem(l, item);
    else l.statement(part);
  }
  l.out.closeAfterLast(made);
};

function withItem(l: Lowering, node: number): void {
  const { walk } = l;
  let at = node;
  for (;;) {
    const parts = l.parts(at);
    const kind = walk.kinds[at];
    if (parts.length !== 1 || (kind !== K.WithItem && kind !== K.Parenthesized)) break;
    at = parts[0]!;
  }
  const parts = walk.kinds[at] === K.AsPattern ? l.parts(at) : [at];
  l.row(NodeKind.WithItem, node, parts);
}

const importStatement: Lower = (l, node) => {
  for (const part of l.parts(node)) {
    const [module, alias] = l.walk.kinds[part] === K.AliasedImport ? l.parts(part) : [part];
    const path = module === undefined ? '' : dotted(l, module);
    l.around(
      NodeKind.Import,
      part,
      () =>
        l.around(NodeKind.ImportedName, part, () => {
          if (alias === undefined) l.name(l.walk.intern(path.split('.')[0]!), l.startLine(part));
          else l.nameAt(alias);
        }),
      path,
    );
  }
};

const importFrom: Lower = (l, node) => {
  const { walk } = l;
  let parts = l.parts(node);
  let module = '__future__';
  if (walk.kinds[node] !== K.FutureImport) {
    module = parts[0] === undefined ? '' : dotted(l, parts[0]);
    parts = parts.slice(1);
  }
  const names = (): void => {
    for (const part of parts) {
      const [name, alias] = walk.kinds[part] === K.AliasedImport ? l.parts(part) : [part];
      if (walk.kinds[part] === K.WildcardImport) l.out.leaf(NodeKind.ImportedName, l.startLine(part), '*');
      else if (name !== undefined)
        l.around(
          NodeKind.ImportedName,
          part,
          () => {
            if (alias === undefined) l.name(walk.intern(dotted(l, name)), l.startLine(part));
            else l.nameAt(alias);
          },
          dotted(l, name),
        );
    }
  };
  l.around(NodeKind.Import, node, names, module);
};

function dotted(l: Lowering, node: number): string {
  return l.walk.textOf(node).replace(/[\s\\]+/g, '');
}

/** A type alias is no part of a body; `type(x).name = value`, which the grammar takes for one, is. */
const typeAlias: Lower = (l, node) => {
  const { walk } = l;
  const [left, right] = l.parts(node);
  const target = left === undefined ? -1 : left + 1;
  const alias =
    target < 0 ||
    (walk.kinds[target] !== K.Attribute &&
      (walk.kinds[target] === K.Identifier || walk.kinds[target + 1] === K.Identifier));
  if (alias || right === undefined) {
    l.out.lastEnd = l.endLine(node);
    return;
  }
  l.around(NodeKind.Assign, node, () => {
    misread(l, target);
    l.expressions(l.parts(right));
  });
};

function misread(l: Lowering, node: number): void {
  const { walk } = l;
  const parts = l.parts(node);
  const last = parts[parts.length - 1];
  if (walk.kinds[node] === K.Attribute && last !== undefined && parts.length > 1)
    l.around(NodeKind.Attribute, node, () => misread(l, parts[0]!), walk.textOf(last));
  else
    l.around(NodeKind.Call, node, () => {
      l.name(walk.intern('type'), l.startLine(node));
      l.expressions(parts);
    });
}

const printStatement: Lower = (l, node) => {
  l.around(NodeKind.ExpressionStatement, node, () => l.expression(node));
};

export const TABLES = {
  expressions: { ...EXPRESSIONS, complex_pattern: lowerComplex },
  statements: {
    block: lowerBlock,
    expression_statement: expressionStatement,
    assignment,
    augmented_assignment: augmented,
    return_statement: elements(NodeKind.Return),
    raise_statement: elements(NodeKind.Throw),
    assert_statement: elements(NodeKind.Assert),
    break_statement: leaf(NodeKind.Break),
    continue_statement: leaf(NodeKind.Continue),
    pass_statement: nothing,
    delete_statement: deleted,
    global_statement: scopeStatement,
    nonlocal_statement: scopeStatement,
    if_statement: ifStatement,
    while_statement: whileStatement,
    for_statement: forStatement,
    try_statement: tryStatement,
    with_statement: withStatement,
    match_statement: lowerMatch,
    import_statement: importStatement,
    import_from_statement: importFrom,
    future_import_statement: importFrom,
    type_alias_statement: typeAlias,
    print_statement: printStatement,
    function_definition: lowerDefinition,
    class_definition: lowerDefinition,
    decorated_definition: lowerDecorated,
  } satisfies Record<string, Lower>,
  skipped: ['comment', 'line_continuation'],
};
