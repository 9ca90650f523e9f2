import type { BodyView } from '../ir/bodyView.ts';
import { parametersOf, type BodyParameter } from '../ir/parameters.ts';
import type { ParameterFact, SymbolFact } from '../model/facts.ts';
import type { PassThrough } from '../findings/passThrough.ts';
import type { Counterpart } from './variableMap.ts';
import type { Dialect } from './writeTerm.ts';

/** Arguments as they are written, or null where it is not known what some parameter gets. */
export interface CallArguments {
  text: string | null;
  obstacles: string[];
}

/** What each parameter of the target gets, in the target's order; keywords where something is left out before. */
export function callArguments(
  target: BodyView,
  { parameters: facts, signature }: Pick<SymbolFact, 'parameters' | 'signature'>,
  counterpart: (parameter: BodyParameter) => Counterpart | null,
  dialect: Dialect,
): CallArguments {
  const written: string[] = [];
  const obstacles: string[] = [];
  let skipped = 0;
  let complete = true;
  const labels = dialect === 'swift' ? swiftLabels(signature) : null;
  for (const parameter of parametersOf(target)) {
    const given = parameter.variable < 0 ? null : counterpart(parameter);
    if (!given) {
      if (parameter.kind === 'rest' || parameter.kind === 'keyword-rest') continue;
      if (!parameter.optional) {
        complete = false;
        obstacles.push(`nothing stands for its parameter ${parameter.name || 'with a pattern'}`);
      }
      skipped++;
      continue;
    }
    const [one, problem] = argument(parameter, given, skipped > 0, facts, dialect);
    if (problem) obstacles.push(problem);
    if (one === null) complete = false;
    else {
      if (dialect === 'ecmascript') for (; skipped > 0; skipped--) written.push('undefined');
      const label = labels?.get(parameter.name);
      written.push(label ? `${label}: ${one}` : one);
    }
  }
  return { text: complete ? `(${written.join(', ')})` : null, obstacles };
}

function argument(
  { name, kind }: BodyParameter,
  given: Counterpart,
  byKeyword: boolean,
  facts: readonly ParameterFact[],
  dialect: Dialect,
): [string | null, string | null] {
  if (kind === 'rest' || kind === 'keyword-rest') {
    const mark = dialect === 'ecmascript' ? '...' : kind === 'rest' ? '*' : '**';
    if (dialect !== 'python' && dialect !== 'ecmascript') return [null, `it takes any number of arguments as ${name}`];
    const problem = given.kind === kind ? null : `it takes any number of arguments as ${name}, not one value`;
    return [mark + given.text, problem];
  }
  if (dialect !== 'python')
    return [given.text, byKeyword && dialect !== 'ecmascript' ? `${name} would get another place` : null];
  if (kind !== 'keyword-only' && !byKeyword) return [given.text, null];
  const positional = facts.some((fact) => fact.name === name && fact.kind === 'positional-only');
  return positional ? [null, `${name} cannot be given by name`] : [`${name}=${given.text}`, null];
}

/** Argument labels by parameter, as the signature writes them: `from values: [Int]`, `_ limit: Int`, `above: Int`. */
function swiftLabels(signature: string): Map<string, string> {
  const labels = new Map<string, string>();
  for (const [, label, name] of signature.matchAll(/[(,]\s*(?:@\w+\s+)*(\w+)(?:\s+(\w+))?\s*:/g))
    if (label !== '_') labels.set(name ?? label!, label!);
  return labels;
}

/** The arguments of a wrapper's own call. */
export function passedArguments({ order }: PassThrough, dialect: Dialect): string {
  const written = order.map(({ parameter, keyword }) => {
    if (keyword !== null) return `${keyword}=${parameter.name}`;
    if (parameter.kind === 'rest') return `${dialect === 'ecmascript' ? '...' : '*'}${parameter.name}`;
    return `${parameter.kind === 'keyword-rest' ? '**' : ''}${parameter.name}`;
  });
  return `(${written.join(', ')})`;
}
