import type { StateFile } from '../model/state.ts';
import type { FunctionRef } from '../model/state.ts';

/** Names that a function's text sees before the file's own: its parameters, and all of the functions around it. */
export function namesInside({ file, index, symbol }: FunctionRef): Set<string> {
  const { scopes } = file.detail();
  const names = new Set<string>();
  let at = symbol.scope;
  for (let depth = 0; at > 0 && depth < 100; depth++) {
    const scope = scopes[at];
    if (!scope) break;
    const isOwn = scope.symbol === index;
    // The call takes the place of the body, so what the body itself names goes.
    if (scope.kind !== 'class')
      for (const { name, kind } of scope.bindings)
        if (!isOwn || kind === 'parameter' || kind === 'pattern') names.add(name);
    at = scope.parent;
  }
  return names;
}

/** Words that are no names in Python or ECMAScript. */
const RESERVED = new Set(
  (
    'False None True and as assert async await break case catch class const continue debugger def default del delete do ' +
    'elif else enum except export extends false finally for from function global if implements import in instanceof ' +
    'interface is lambda let new nonlocal not null or package pass private protected public raise return static super ' +
    'switch this throw true try typeof var void while with yield'
  ).split(' '),
);

/** True for a word that can be a name of its own. */
export function isName(text: string): boolean {
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(text) && !RESERVED.has(text);
}

/** A name made of a file's: `my-lib/index.js` gives `myLib`. */
export function nameOfFile({ path }: Pick<StateFile, 'path'>): string {
  const [file = '', folder = ''] = path.split('/').reverse();
  const stem = file.replace(/\..*$/, '');
  const words = (stem === 'index' || stem === '' ? folder : stem).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const name = words.map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
  return isName(name) ? name : 'existing';
}
