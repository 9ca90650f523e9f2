import { NodeKind, Origin } from '../ir/model.ts';
import type { FunctionRef, StateFile } from '../model/state.ts';
import { RefFlag } from '../model/references.ts';

/** What a variable of file level is made of, as far as facts tell. */
interface Making {
  /** Names that its value uses, sorted. */
  names: readonly string[];
  /** Functions of the object that it holds, with their digests. */
  members: readonly string[];
}

const NO_USE = RefFlag.Store | RefFlag.Type | RefFlag.Reflective;

/**
 * Whether the variables of file level that both bodies name mean the same. Two modules may each have a `Proto` or a `table`,
 * and then the same text does another thing. They differ when evidently made of other things, of other names or functions;
 * what is not known agrees: a copied function often brings its constants along.
 */
export function sameValues(a: FunctionRef, b: FunctionRef): boolean {
  if (a.file.path === b.file.path) return true;
  const inB = globalsOf(b);
  const seen = new Set<string>();
  for (const name of globalsOf(a)) if (inB.has(name) && !agree(name, a.file, b.file, seen)) return false;
  return true;
}

function agree(name: string, a: StateFile, b: StateFile, seen: Set<string>): boolean {
  if (seen.has(name)) return true;
  seen.add(name);
  const [ours, theirs] = [makingOf(name, a), makingOf(name, b)];
  if (!ours || !theirs) return true;
  if (!equal(ours.names, theirs.names) || !equal(ours.members, theirs.members)) return false;
  return ours.names.every((used) => agree(used, a, b, seen));
}

function equal(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one, i) => one === b[i]);
}

/** Names of the variables of its file that a body uses, functions and classes apart. */
function globalsOf({ file, index }: FunctionRef): Set<string> {
  const found = new Set<string>();
  const { bodies } = file.detail();
  const root = bodies?.root[index] ?? -1;
  if (!bodies || root < 0) return found;
  const { kind, value, next, strings, variables } = bodies;
  for (let node = root; node < next[root]!; node++)
    if (kind[node] === NodeKind.Name && variables.origin[value[node]!] === Origin.Global)
      found.add(strings[variables.name[value[node]!]!]!);
  return found;
}

const known = new WeakMap<StateFile, Map<string, Making | null>>();

/** Null for what is bound more than once, or not by an assignment. */
function makingOf(name: string, file: StateFile): Making | null {
  let makings = known.get(file);
  if (!makings) known.set(file, (makings = makingsOf(file)));
  return makings.get(name) ?? null;
}

function makingsOf(file: StateFile): Map<string, Making | null> {
  const found = new Map<string, Making | null>();
  const { scopes, strings, references } = file.detail();
  const bindings = scopes[0]?.bindings ?? [];
  const lines = [...new Set(bindings.map(({ line }) => line))].sort((x, y) => x - y);
  const used = new Map<number, string[]>(lines.map((line) => [line, []]));
  let at = -1;
  for (let id = 0; id < references.name.length; id++) {
    if (references.symbol[id]! >= 0 || (references.flags[id]! & NO_USE) !== 0) continue;
    const line = references.line[id]!;
    if (at >= 0 && lines[at]! > line) at = -1;
    while (at + 1 < lines.length && lines[at + 1]! <= line) at++;
    if (at < 0) continue;
    // Where statements end by their line, what stands further down may be another one.
    if (file.language === 'python' && line !== lines[at]) continue;
    used.get(lines[at]!)!.push(strings[references.name[id]!]!);
  }
  for (const { name, kind, line } of bindings) {
    if (kind !== 'assignment' || found.has(name)) {
      found.set(name, null);
      continue;
    }
    found.set(name, { names: used.get(line)!.sort(), members: [] });
  }
  const members = new Map<string, string[]>();
  for (const { qualifiedName, renamed } of file.summary.symbols) {
    const dot = qualifiedName.indexOf('.');
    const holder = dot < 0 ? '' : qualifiedName.slice(0, dot);
    if (!found.get(holder)) continue;
    const list = members.get(holder) ?? [];
    list.push(`${qualifiedName} ${renamed}`);
    members.set(holder, list);
  }
  for (const [holder, list] of members) found.set(holder, { names: found.get(holder)!.names, members: list.sort() });
  return found;
}
