import type { BindingFact, ImportFact } from '../../model/facts.ts';
import { Kind } from './kinds.ts';
import { bindPattern } from './patterns.ts';
import { keyName } from './symbols.ts';
import type { Value, Walk } from './walk.ts';

/** `module.exports = …` (whole) or `exports.name = …`. */
export interface CommonJsTarget {
  name: string;
  whole: boolean;
}

/** Module that a call loads: `require('m')` or `import('m')` with a literal; undefined for every other call. */
function loadedModule(walk: Walk, call: number): { module: string; form: 'require' | 'dynamic' } | undefined {
  const callee = walk.child(call, walk.field.function);
  if (callee < 0) return undefined;
  const kind = walk.k(callee);
  if (kind !== Kind.import && kind !== Kind.identifier) return undefined;
  if (kind === Kind.identifier && walk.textOf(callee) !== 'require') return undefined;
  const list = walk.child(call, walk.field.arguments);
  if (list < 0) return undefined;
  const stop = walk.next[list]!;
  for (let c = list + 2; c < stop; c = walk.next[c]!) {
    const argument = walk.k(c);
    if (argument === Kind.comment) continue;
    const text = walk.textOf(c);
    const plain =
      argument === Kind.string || (argument === Kind.template_string && !text.includes('${')) ? text.slice(1, -1) : '';
    return plain === '' ? undefined : { module: plain, form: kind === Kind.import ? 'dynamic' : 'require' };
  }
  return undefined;
}

function importFact(walk: Walk, node: number, form: ImportFact['form'], module: string): ImportFact {
  return {
    form,
    module,
    imported: '',
    local: '',
    line: walk.line(walk.start[node]!),
    scope: walk.scope,
    typeOnly: walk.typeFlag !== 0,
  };
}

/** Records the import that a call makes, unless a declaration has taken it already. */
export function importCall(walk: Walk, call: number): void {
  const kind = walk.k(call + 1);
  if (kind !== Kind.import && kind !== Kind.identifier) return;
  if (walk.importOfCall.has(call)) return;
  const loaded = loadedModule(walk, call);
  if (loaded) walk.imports.push(importFact(walk, call, loaded.form, loaded.module));
}

/**
 * Binds `const x = require('m')`, `const {a: b} = require('m')`, `const x = require('m').y` and the same with
 * `await import('m')` as imports. Returns false when the value is no such load.
 */
export function bindLoaded(walk: Walk, pattern: number, value: number, scope: number): boolean {
  let call = walk.unwrap(value);
  let member = '';
  if (walk.k(call) === Kind.member_expression) {
    const property = walk.child(call, walk.field.property);
    const object = walk.child(call, walk.field.object);
    if (property < 0 || object < 0) return false;
    member = walk.textOf(property);
    call = walk.unwrap(object);
  }
  if (walk.k(call) === Kind.await_expression) call = walk.unwrap(call + 2);
  if (walk.k(call) !== Kind.call_expression) return false;
  const loaded = loadedModule(walk, call);
  if (!loaded) return false;
  const kind = walk.k(pattern);
  const first = walk.imports.length;
  const record = (binding: BindingFact, imported: string): void => {
    binding.kind = 'import';
    binding.import = walk.imports.length;
    walk.imports.push({ ...importFact(walk, call, loaded.form, loaded.module), imported, local: binding.name });
  };
  if (kind === Kind.identifier) {
    record(walk.bind(pattern, 'import', scope), member || (loaded.form === 'dynamic' ? '*' : ''));
  } else if (kind === Kind.object_pattern && member === '') {
    bindProperties(walk, pattern, scope, record);
  } else bindPattern(walk, pattern, 'assignment', scope);
  if (walk.imports.length > first) walk.importOfCall.set(call, first);
  return true;
}

function bindProperties(
  walk: Walk,
  pattern: number,
  scope: number,
  record: (binding: BindingFact, imported: string) => void,
): void {
  const stop = walk.next[pattern]!;
  for (let c = pattern + 1; c < stop; c = walk.next[c]!) {
    const kind = walk.k(c);
    if (kind === Kind.shorthand_property_identifier_pattern) record(walk.bind(c, 'import', scope), walk.textOf(c));
    else if (kind === Kind.object_assignment_pattern) {
      const left = walk.child(c, walk.field.left);
      const right = walk.child(c, walk.field.right);
      if (left >= 0) record(walk.bind(left, 'import', scope), walk.textOf(left));
      if (right >= 0) walk.visit(right);
    } else if (kind === Kind.pair_pattern) {
      const key = walk.child(c, walk.field.key);
      const value = walk.child(c, walk.field.value);
      if (key >= 0 && value >= 0 && walk.k(value) === Kind.identifier)
        record(walk.bind(value, 'import', scope), keyName(walk, key));
      else bindPattern(walk, c, 'pattern', scope, true);
    } else bindPattern(walk, c, 'pattern', scope, true);
  }
}

/** Turns the import that `value` just made into a re-export under `name`; false when it made none. */
function reexported(walk: Walk, value: number, name: string, firstImport: number): boolean {
  if (walk.imports.length !== firstImport + 1) return false;
  const fact = walk.imports[firstImport]!;
  if (fact.form !== 'require' || fact.local !== '') return false;
  const inner = walk.unwrap(value);
  const kind = walk.k(inner);
  if (kind === Kind.call_expression && loadedModule(walk, inner)) {
    fact.form = 'reexport-all';
    fact.imported = '*';
    fact.local = name === '=' ? '*' : name;
    return true;
  }
  if (kind !== Kind.member_expression || name === '=') return false;
  const object = walk.child(inner, walk.field.object);
  const property = walk.child(inner, walk.field.property);
  if (object < 0 || property < 0 || !loadedModule(walk, walk.unwrap(object))) return false;
  fact.form = 'reexport';
  fact.imported = walk.textOf(property);
  fact.local = name;
  return true;
}

/** Records one member of `module.exports = {…}`; `value` is its node, or -1 for a method. */
export function exportMember(
  walk: Walk,
  name: string,
  value: number,
  result: Value,
  symbol: number,
  firstImport: number,
): void {
  if (value >= 0 && symbol < 0 && reexported(walk, value, name, firstImport)) return;
  addExport(walk, name, value, result, symbol);
}

/** Records what an assignment to `module.exports` or `exports.name` exports. */
export function exportAssigned(
  walk: Walk,
  target: CommonJsTarget,
  value: number,
  result: Value,
  symbol: number,
  firstImport: number,
  firstExport: number,
): void {
  if (symbol < 0 && reexported(walk, value, target.name, firstImport)) return;
  // The members of an object literal have been exported one by one.
  if (target.whole && walk.k(walk.unwrap(value)) === Kind.object && walk.exports.length >= firstExport) return;
  addExport(walk, target.name, value, result, symbol);
}

function addExport(walk: Walk, name: string, value: number, result: Value, symbol: number): void {
  const inner = value >= 0 ? walk.unwrap(value) : -1;
  const kind = inner >= 0 ? walk.k(inner) : Kind.other;
  const local =
    symbol < 0 && (kind === Kind.identifier || kind === Kind.shorthand_property_identifier) ? walk.textOf(inner) : '';
  if (local !== '') walk.exportedLocals.add(local);
  walk.exports.push({
    name,
    local,
    symbol,
    reference: local === '' && symbol < 0 && result >= 0 && (result & 1) === 0 ? result >> 1 : -1,
    line: walk.line(walk.start[value >= 0 ? value : walk.symbols[symbol]!.node]!),
  });
}
