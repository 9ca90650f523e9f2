import { Receiver } from '../../model/references.ts';
import type { FactsWalk } from '../generic/factsWalk.ts';
import type { Rule } from '../generic/language.ts';
import { addImport } from '../generic/rules.ts';
import { spaceless } from '../generic/texts.ts';

/** Each name that a `use` brings in, with its whole path. */
function useTree(walk: FactsWalk, node: number, path: string): void {
  const join = (text: string): string => (path === '' ? text : `${path}::${text}`);
  const whole = spaceless(walk.textOf(node));
  switch (walk.type(node)) {
    case 'scoped_use_list': {
      const inner = walk.field(node, 'path');
      const list = walk.field(node, 'list');
      if (list >= 0) useTree(walk, list, inner < 0 ? path : join(spaceless(walk.textOf(inner))));
      return;
    }
    case 'use_list':
      for (const part of walk.children(node)) useTree(walk, part, path);
      return;
    case 'use_wildcard': {
      const inner = walk.children(node)[0] ?? -1;
      const module = inner < 0 ? path : join(spaceless(walk.textOf(inner)));
      addImport(walk, node, { form: 'star', module, imported: '*', local: '', typeOnly: false });
      return;
    }
    case 'use_as_clause': {
      const inner = walk.field(node, 'path');
      const alias = walk.field(node, 'alias');
      const full = inner < 0 ? path : join(spaceless(walk.textOf(inner)));
      use(walk, alias < 0 ? node : alias, full, alias < 0 ? '' : walk.textOf(alias));
      return;
    }
    case 'self':
      use(walk, node, path, lastOf(path));
      return;
    default: {
      const name = walk.type(node) === 'scoped_identifier' ? walk.field(node, 'name') : node;
      use(walk, name < 0 ? node : name, join(whole), lastOf(whole));
    }
  }
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf(':') + 1);

export function use(walk: FactsWalk, node: number, path: string, local: string): void {
  const cut = path.lastIndexOf('::');
  const module = cut < 0 ? '' : path.slice(0, cut);
  const imported = cut < 0 ? path : path.slice(cut + 2);
  const name = local === '_' ? '' : local;
  if (module === '')
    addImport(walk, node, { form: 'module', module: imported, imported: '', local: name, typeOnly: false });
  else addImport(walk, node, { form: 'from', module, imported, local: name, typeOnly: false });
}

export const useDeclaration: Rule = (walk, node) => {
  const argument = walk.field(node, 'argument');
  if (argument >= 0) useTree(walk, argument, '');
  return Receiver.Expression;
};
