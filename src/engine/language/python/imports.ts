import type { ImportFact } from '../../model/facts.ts';
import { Receiver } from '../../model/references.ts';
import { K } from './kinds.ts';
import { literalValue } from './strings.ts';
import type { Walk } from './walk.ts';

/** `import a.b`, `import a.b as c`. */
export function visitImport(walk: Walk, node: number): number {
  walk.emit('import');
  walk.visitChildren(node, (child) => {
    const kind = walk.kinds[child];
    if (kind === K.DottedName) {
      const module = dotted(walk, child);
      const name = walk.intern(module.split('.')[0]!);
      walk.emit(module);
      addImport(walk, child, { form: 'module', module, imported: '' }, name, walk.strings[name]!);
    } else if (kind === K.AliasedImport) {
      const { name: module, alias } = aliased(walk, child);
      walk.emit(module);
      if (alias >= 0) addAliased(walk, child, { form: 'module', module, imported: '' }, alias, module);
    }
  });
  return Receiver.Expression;
}

/** `from m import n`, `from . import n as k`, `from m import *`, `from __future__ import n`. */
export function visitImportFrom(walk: Walk, node: number): number {
  let module = walk.kinds[node] === K.FutureImport ? '__future__' : '';
  let moduleSeen = walk.kinds[node] === K.FutureImport;
  walk.emit('from');
  if (moduleSeen) walk.emit(module);
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    const kind = walk.kinds[child]!;
    if (!moduleSeen && (kind === K.DottedName || kind === K.RelativeImport)) {
      module = dotted(walk, child);
      moduleSeen = true;
      walk.emit(module);
    } else if (kind === K.DottedName) {
      const imported = dotted(walk, child);
      const name = walk.intern(imported);
      walk.emit(imported);
      addImport(walk, child, { form: 'from', module, imported }, name, joined(module, imported));
    } else if (kind === K.AliasedImport) {
      const { name: imported, alias } = aliased(walk, child);
      walk.emit(imported);
      if (alias >= 0) addAliased(walk, child, { form: 'from', module, imported }, alias, joined(module, imported));
    } else if (kind === K.WildcardImport) {
      walk.emit('*');
      walk.imports.push(fact(walk, child, { form: 'star', module, imported: '*' }, ''));
    } else if (walk.isTrivia(child) || kind === K.Error) walk.visit(child);
  }
  return Receiver.Expression;
}

type Imported = Pick<ImportFact, 'form' | 'module' | 'imported'>;

function joined(module: string, name: string): string {
  return module.endsWith('.') ? module + name : `${module}.${name}`;
}

function addAliased(walk: Walk, node: number, imported: Imported, alias: number, path: string): void {
  const name = walk.nameOf(alias);
  walk.emit('as');
  walk.emitName(name);
  addImport(walk, node, imported, name, path);
}

function addImport(walk: Walk, node: number, imported: Imported, name: number, path: string): void {
  const index = walk.imports.push(fact(walk, node, imported, walk.strings[name]!)) - 1;
  const binding = walk.bindName(name, 'import', node);
  binding.import = index;
  walk.scopes.noteImport(walk.scope, name, path);
}

function fact(walk: Walk, node: number, imported: Imported, local: string): ImportFact {
  return {
    form: imported.form,
    module: imported.module,
    imported: imported.imported,
    local,
    line: walk.line(walk.start[node]!),
    scope: walk.scope,
    typeOnly: walk.typeOnly > 0,
  };
}

/** A dotted or relative module name without the blanks and line joins that may stand in it. */
function dotted(walk: Walk, node: number): string {
  const text = walk.textOf(node);
  return /[\s\\]/.test(text) ? text.replace(/[\s\\]+/g, '') : text;
}

function aliased(walk: Walk, node: number): { name: string; alias: number } {
  let name = '';
  let alias = -1;
  for (let child = node + 1; child < walk.next[node]!; child = walk.next[child]!) {
    if (walk.kinds[child] === K.DottedName) name = dotted(walk, child);
    else if (walk.kinds[child] === K.Identifier && walk.end[child]! > walk.start[child]!) alias = child;
  }
  return { name, alias };
}

/** `importlib.import_module('m')` with a literal: an import that binds nothing by itself. */
export function noteDynamicImport(walk: Walk, list: number): void {
  if (walk.kinds[list] !== K.ArgumentList) return;
  const first = walk.firstNode(list);
  const module = first < 0 ? null : literalValue(walk, first);
  if (module) walk.imports.push(fact(walk, list, { form: 'dynamic', module, imported: '' }, ''));
}
