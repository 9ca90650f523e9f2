import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createGraph } from '../../../src/engine/graph/graph.ts';
import type { GraphFile, GraphInput, Resolution } from '../../../src/engine/graph/types.ts';
import { SymbolFlag } from '../../../src/engine/model/facts.ts';
import { Receiver, RefFlag } from '../../../src/engine/model/references.ts';

export interface Difference {
  /** `path:line` of the first reference with this chain. */
  where: string;
  chain: string;
  /** `file#name:line`, with ` if` when the definition is conditional. */
  ours: string;
  theirs: string;
}

export interface Comparison {
  /** Files whose modules CPython could import. */
  files: number;
  notImported: string[];
  /** Chains that resolve here and mean nothing in CPython: code that was not run, attributes of objects. */
  unanswered: number;
  /** Chains that resolve to a symbol or module of the workspace. */
  compared: number;
  agreed: number;
  differences: Difference[];
  /** Functions and classes of the workspace by CPython that are not resolved. */
  missed: Difference[];
}

type Meaning = [kind: string, path: string, qualifiedName: string, line: number] | null;

interface Question {
  where: string;
  chain: string[];
  resolution: Resolution;
}

/**
 * Holds what references mean against CPython: every chain `a.b.c` whose first name is one of the module's, and every
 * `self.m` as `Class.m`, is looked up in the imported module.
 */
export function differences(root: string, python: string, input: GraphInput): Comparison {
  const graph = createGraph(input);
  const asked = new Map<string, Question[]>();
  for (const file of input.files) {
    asked.set(
      file.path,
      questionsOf(file, (id) => graph.resolve(file.path, id)),
    );
  }
  const request = {
    root,
    files: Object.fromEntries([...asked].map(([path, list]) => [path, list.map((question) => question.chain)])),
  };
  const script = fileURLToPath(new URL('cpythonMeanings.py', import.meta.url));
  const run = spawnSync(python, [script], { input: JSON.stringify(request), maxBuffer: 1 << 30, encoding: 'utf8' });
  if (run.error || run.status !== 0) throw new Error(`${python} failed: ${run.error?.message ?? run.stderr}`);
  const answers = JSON.parse(run.stdout) as Record<string, Meaning[] | null>;

  const result: Comparison = {
    files: 0,
    notImported: [],
    unanswered: 0,
    compared: 0,
    agreed: 0,
    differences: [],
    missed: [],
  };
  for (const [path, questions] of asked) {
    const meanings = answers[path];
    if (!meanings) {
      result.notImported.push(path);
      continue;
    }
    result.files++;
    questions.forEach((question, index) => {
      const meaning = meanings[index] ?? null;
      const ours = shown(question.resolution);
      const theirs = meaning ? meaningShown(meaning) : 'nothing';
      const entry = { where: question.where, chain: question.chain.join('.'), ours, theirs };
      if (question.resolution.kind !== 'symbol' && question.resolution.kind !== 'module') {
        if (meaning && meaning[0] !== 'module' && graph.file(meaning[1])) result.missed.push(entry);
        return;
      }
      if (!meaning) {
        result.unanswered++;
        return;
      }
      result.compared++;
      if (ours.replace(' if', '') === theirs) result.agreed++;
      else result.differences.push(entry);
    });
  }
  return result;

  function shown(resolution: Resolution): string {
    if (resolution.kind === 'module') return `module ${resolution.file}`;
    if (resolution.kind !== 'symbol') return 'name' in resolution ? resolution.name : resolution.kind;
    const fact = graph.symbol(resolution.target);
    const line = fact.kind === 'class' ? '' : `:${fact.startLine}`;
    const conditional = (fact.flags & SymbolFlag.Conditional) !== 0 ? ' if' : '';
    const name = localsMarked(resolution.target.file, resolution.target.symbol);
    return `${resolution.target.file}#${name}${line}${conditional}`;
  }

  /** The qualified name as CPython writes it: `outer.<locals>.inner`. */
  function localsMarked(path: string, symbol: number): string {
    const { symbols } = graph.file(path)!.summary;
    const fact = symbols[symbol]!;
    if (fact.parent < 0) return fact.name;
    const between = symbols[fact.parent]!.kind === 'class' ? '.' : '.<locals>.';
    return localsMarked(path, fact.parent) + between + fact.name;
  }
}

function meaningShown([kind, path, name, line]: NonNullable<Meaning>): string {
  if (kind === 'module') return `module ${path}`;
  if (path === '') return `${kind} ${name}`;
  return kind === 'class' ? `${path}#${name}` : `${path}#${name}:${line}`;
}

function questionsOf(file: GraphFile, resolve: (id: number) => Resolution): Question[] {
  const { references, strings, scopes } = file.detail();
  const { symbols } = file.summary;
  const seen = new Map<string, Question>();
  const boundInside = (scope: number, name: string): boolean => {
    for (let at = scope; at > 0; at = scopes[at]!.parent)
      if (scopes[at]!.bindings.some((binding) => binding.name === name && binding.kind !== 'global')) return true;
    return false;
  };
  const chainOf = (id: number): string[] | null => {
    const name = strings[references.name[id]!]!;
    const receiver = references.receiver[id]!;
    if (receiver === Receiver.None) return boundInside(references.scope[id]!, name) ? selfClass(id, name) : [name];
    if (receiver < 0 || references.receiverCalled[id] === 1) return null;
    const base = chainOf(receiver);
    return base && [...base, name];
  };
  /** `self` and `cls` in a method of a module's class, as the class's name; nothing for other locals. */
  const selfClass = (id: number, name: string): string[] | null => {
    const method = symbols[references.symbol[id]!];
    const owner = method && method.parent >= 0 ? symbols[method.parent]! : undefined;
    if (owner?.kind !== 'class' || owner.parent >= 0 || method!.parameters[0]?.name !== name) return null;
    const scope = scopes[references.scope[id]!]!;
    if (scope.symbol !== references.symbol[id] || scope.kind !== 'function') return null;
    return scope.bindings.filter((binding) => binding.name === name).length === 1 ? [owner.name] : null;
  };
  for (let id = 0; id < references.name.length; id++) {
    // Names that only annotations use need not exist.
    if ((references.flags[id]! & RefFlag.Type) !== 0) continue;
    const chain = chainOf(id);
    if (!chain) continue;
    const self = references.receiver[id] === Receiver.None && chain[0] !== strings[references.name[id]!];
    if (self) continue;
    const resolution = resolve(id);
    const key = `${chain.join('.')} ${JSON.stringify(resolution)}`;
    if (!seen.has(key)) seen.set(key, { where: `${file.path}:${references.line[id]!}`, chain, resolution });
  }
  return [...seen.values()];
}
