import { SymbolFlag, type ImportFact } from '../../model/facts.ts';
import { Kind } from './kinds.ts';
import { keyName } from './symbols.ts';
import type { Handler, Value, Walk } from './walk.ts';

function has(walk: Walk, node: number, kind: Kind): boolean {
  return walk.childOf(node, kind) >= 0;
}

function sourceOf(walk: Walk, node: number): string {
  const source = walk.child(node, walk.field.source);
  return source >= 0 ? walk.textOf(source).slice(1, -1) : '';
}

function bindImport(
  walk: Walk,
  name: number,
  form: ImportFact['form'],
  module: string,
  imported: string,
  typeOnly: boolean,
): void {
  const binding = walk.bind(name, 'import', walk.scope);
  binding.import = walk.imports.length;
  const { line, name: local } = binding;
  walk.imports.push({ form, module, imported, local, line, scope: walk.scope, typeOnly });
}

function visitImport(walk: Walk, node: number): Value {
  const typeOnly = has(walk, node, Kind.tokenType);
  const clause = walk.childOf(node, Kind.import_clause);
  const required = walk.childOf(node, Kind.import_require_clause);
  if (required >= 0) {
    const name = walk.childOf(required, Kind.identifier);
    const module = sourceOf(walk, required);
    if (name >= 0) bindImport(walk, name, 'require', module, '', typeOnly);
    return -2;
  }
  const module = sourceOf(walk, node);
  if (clause < 0) {
    const line = walk.line(walk.start[node]!);
    if (module !== '' && !has(walk, node, Kind.ERROR))
      walk.imports.push({ form: 'side-effect', module, imported: '', local: '', line, scope: walk.scope, typeOnly });
    return -2;
  }
  const stop = walk.next[clause]!;
  for (let c = clause + 1; c < stop; c = walk.next[c]!) {
    const kind = walk.k(c);
    if (kind === Kind.identifier) bindImport(walk, c, 'default', module, 'default', typeOnly);
    else if (kind === Kind.namespace_import) {
      const name = walk.childOf(c, Kind.identifier);
      if (name >= 0) bindImport(walk, name, 'namespace', module, '*', typeOnly);
    } else if (kind === Kind.named_imports) visitNamedImports(walk, c, module, typeOnly);
    else if (kind === Kind.comment) walk.visit(c);
  }
  return -2;
}

function visitNamedImports(walk: Walk, node: number, module: string, typeOnly: boolean): void {
  const stop = walk.next[node]!;
  for (let c = node + 1; c < stop; c = walk.next[c]!) {
    if (walk.k(c) !== Kind.import_specifier) continue;
    const name = walk.child(c, walk.field.name);
    const alias = walk.child(c, walk.field.alias);
    if (name < 0) continue;
    const type = typeOnly || has(walk, c, Kind.tokenType);
    bindImport(walk, alias >= 0 ? alias : name, 'from', module, keyName(walk, name), type);
  }
}

/** `import x = N.M`: a name for a member of a namespace. */
function visitImportAlias(walk: Walk, node: number): Value {
  const name = walk.childOf(node, Kind.identifier);
  if (name < 0) return -2;
  const binding = walk.bind(name, 'assignment', walk.scope);
  const stop = walk.next[node]!;
  for (let c = walk.next[name]!; c < stop; c = walk.next[c]!)
    if (walk.k(c) !== Kind.other) walk.setValue(binding, walk.visit(c));
  return -2;
}

function visitExport(walk: Walk, node: number): Value {
  const { field } = walk;
  const source = walk.child(node, field.source);
  const declaration = walk.child(node, field.declaration);
  const value = walk.child(node, field.value);
  const isDefault = has(walk, node, Kind.tokenDefault);
  const line = walk.line(walk.start[node]!);
  for (let c = node + 1; c < walk.next[node]!; c = walk.next[c]!) {
    const kind = walk.k(c);
    if (kind === Kind.decorator || kind === Kind.comment || kind === Kind.ERROR) walk.visit(c);
  }
  if (source >= 0) exportFrom(walk, node, line);
  else if (declaration >= 0) exportDeclaration(walk, declaration, isDefault, line);
  else if (value >= 0) exportDefault(walk, node, value, line);
  else if (has(walk, node, Kind.tokenEquals)) exportEquals(walk, node, line);
  else {
    const clause = walk.childOf(node, Kind.export_clause);
    if (clause >= 0) exportNames(walk, clause, line);
  }
  return -2;
}

function exportFrom(walk: Walk, node: number, line: number): void {
  const module = sourceOf(walk, node);
  const typeOnly = has(walk, node, Kind.tokenType);
  const add = (form: ImportFact['form'], imported: string, local: string, type: boolean): void => {
    walk.imports.push({ form, module, imported, local, line, scope: walk.scope, typeOnly: type });
  };
  const clause = walk.childOf(node, Kind.export_clause);
  const namespace = walk.childOf(node, Kind.namespace_export);
  if (clause >= 0)
    eachSpecifier(walk, clause, (name, exported, type) => add('reexport', name, exported, typeOnly || type));
  else if (namespace >= 0) {
    const last = lastChild(walk, namespace);
    add('reexport-all', '*', keyName(walk, last), typeOnly);
  } else add('reexport-all', '*', '*', typeOnly);
}

function lastChild(walk: Walk, node: number): number {
  let last = node;
  for (let c = node + 1; c < walk.next[node]!; c = walk.next[c]!) last = c;
  return last;
}

function eachSpecifier(
  walk: Walk,
  clause: number,
  use: (name: string, exported: string, typeOnly: boolean, node: number) => void,
): void {
  const stop = walk.next[clause]!;
  for (let c = clause + 1; c < stop; c = walk.next[c]!) {
    if (walk.k(c) !== Kind.export_specifier) continue;
    const name = walk.child(c, walk.field.name);
    const alias = walk.child(c, walk.field.alias);
    if (name < 0) continue;
    use(keyName(walk, name), keyName(walk, alias >= 0 ? alias : name), has(walk, c, Kind.tokenType), c);
  }
}

function exportNames(walk: Walk, clause: number, line: number): void {
  if (walk.scope !== 0) return;
  eachSpecifier(walk, clause, (local, name, _type, node) => {
    walk.exportedLocals.add(local);
    walk.exports.push({ name, local, symbol: -1, reference: -1, line: walk.line(walk.start[node]!) || line });
  });
}

function exportDeclaration(walk: Walk, declaration: number, isDefault: boolean, line: number): void {
  const bindings = walk.scopes[walk.scope]!.bindings;
  const before = bindings.length;
  walk.made = -1;
  walk.visit(declaration);
  const made = walk.made;
  if (walk.scope !== 0) return;
  if (isDefault && bindings.length === before) {
    if (made >= 0) walk.symbols[made]!.fact.flags |= SymbolFlag.DefaultExport | SymbolFlag.Exported;
    walk.exports.push({ name: 'default', local: '', symbol: made, reference: -1, line });
    return;
  }
  for (const binding of bindings.slice(before)) {
    walk.exportedLocals.add(binding.name);
    const name = isDefault ? 'default' : binding.name;
    if (isDefault && binding.symbol >= 0) walk.symbols[binding.symbol]!.fact.flags |= SymbolFlag.DefaultExport;
    walk.exports.push({ name, local: binding.name, symbol: binding.symbol, reference: -1, line });
  }
}

function exportDefault(walk: Walk, node: number, value: number, line: number): void {
  const inner = walk.unwrap(value);
  const kind = walk.k(inner);
  const own = kind === Kind.object || kind === Kind.arrow_function ? -1 : walk.child(inner, walk.field.name);
  let result: Value = -2;
  let symbol = -1;
  if (walk.isNameable(inner)) {
    const named = own >= 0 && kind !== Kind.assignment_expression;
    result = walk.visitBound(value, {
      name: named ? walk.textOf(own) : 'default',
      nameNode: named ? own : -1,
      prefix: walk.base,
      start: walk.start[node]!,
      end: walk.end[node]!,
      method: false,
      flags: SymbolFlag.DefaultExport | SymbolFlag.Exported,
      root: 'default',
      home: -1,
      decorators: [],
    });
    symbol = walk.made;
  } else result = walk.visit(value);
  if (walk.scope !== 0) return;
  const local = kind === Kind.identifier ? walk.textOf(inner) : '';
  if (local !== '') walk.exportedLocals.add(local);
  walk.exports.push({
    name: 'default',
    local,
    symbol,
    reference: local === '' && symbol < 0 && result >= 0 && (result & 1) === 0 ? result >> 1 : -1,
    line,
  });
}

function exportEquals(walk: Walk, node: number, line: number): void {
  const value = walk.next[walk.childOf(node, Kind.tokenEquals)]!;
  if (value >= walk.next[node]!) return;
  const result = walk.visit(value);
  const local = walk.k(value) === Kind.identifier ? walk.textOf(value) : '';
  if (local !== '') walk.exportedLocals.add(local);
  const reference = local === '' && result >= 0 && (result & 1) === 0 ? result >> 1 : -1;
  walk.exports.push({ name: '=', local, symbol: -1, reference, line });
}

/** Handlers of ECMAScript and TypeScript imports and exports. */
export const MODULE_HANDLERS: [Kind, Handler][] = [
  [Kind.import_statement, visitImport],
  [Kind.import_alias, visitImportAlias],
  [Kind.export_statement, visitExport],
];
