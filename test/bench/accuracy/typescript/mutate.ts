import { posix } from 'node:path';
import type { MutatedWorkspace, MutationRequest } from '../model.ts';
import { seededRandom, type Random } from '../random.ts';
import { BRANCH_FORMS } from './branches.ts';
import { collectFunctions, type NeededImport, type SourceFunction } from './collect.ts';
import { printed, type Draft, type Form } from './draft.ts';
import { SIMPLE_FORMS } from './forms.ts';
import { laidOut } from './layout.ts';
import { LOOP_FORMS } from './loops.ts';
import { called, renamed } from './names.ts';
import { contained, gapChange, gapInsert, singleExit, split } from './shapes.ts';

/** Every type 4 form of TypeScript, by its name in `TRANSFORMATIONS`. */
export const FORMS: Record<string, Form> = { ...SIMPLE_FORMS, ...BRANCH_FORMS, ...LOOP_FORMS };

export const RECIPES = [
  ...['layout', 'rename', 'gap-insert', 'gap-change'],
  ...Object.keys(FORMS),
  ...['composed', 'contained-run', 'contained-gaps', 'contained-composed', 'split', 'split-composed'],
];

/** Functions of one package that are tried; more take long and say no more. */
const LARGEST = 300;
const FILE_FUNCTIONS = 8;

/** Recipes that few functions allow choose first. */
const RARE = [
  'algebra',
  'counter',
  'comprehension',
  'contained-gaps',
  'contained-run',
  'contained-composed',
  'augmented',
  'formatting',
  'lookup',
  'emptiness',
  'split',
  'split-composed',
  'order',
  'temporary-out',
  'composed',
];

const VERBS = ['derive', 'build', 'prepare', 'resolve', 'gather', 'compute', 'settle', 'arrange', 'collect', 'produce'];
const NOUNS = ['Values', 'Entries', 'Outcome', 'Layout', 'Pieces', 'Figures', 'Details', 'Parts', 'Records', 'Summary'];

export interface Made {
  text: string;
  name: string;
  helpers: string[];
  imports: Map<string, NeededImport>;
  applied: string[];
}

/** Applies one recipe to a function; null where it does not apply. Hosts are tried in order for what is contained. */
export function reimplement(
  source: SourceFunction,
  recipe: string,
  name: string,
  random: Random,
  hosts: readonly SourceFunction[],
): Made | null {
  if (recipe === 'layout' || recipe === 'rename') {
    const draft = recipe === 'layout' ? laidOut(source.typed, random) : renamed(source.typed, random);
    return draft && { text: called(draft, name).text, name, helpers: [], imports: source.imports, applied: [recipe] };
  }
  const applied = [recipe];
  let draft: Draft | null = source.plain;
  if (recipe === 'gap-insert' || recipe === 'gap-change')
    draft = (recipe === 'gap-insert' ? gapInsert : gapChange)(draft, random);
  else if (FORMS[recipe]) draft = FORMS[recipe]!(draft, random);
  else if (recipe.endsWith('composed')) {
    const before = applied.length;
    for (const form of random.shuffled(Object.keys(FORMS))) {
      const next: Draft | null = random.chance(0.8) ? FORMS[form]!(draft, random) : null;
      if (!next) continue;
      draft = next;
      applied.push(form);
    }
    if (applied.length - before < (recipe === 'composed' ? 3 : 2)) return null;
  }
  if (!draft) return null;
  if (recipe.startsWith('contained')) return within(source, draft, recipe, name, random, hosts, applied);
  const pieces = recipe.startsWith('split') ? split(draft, random, `${name}Part`) : { main: draft, helpers: [] };
  if (!pieces) return null;
  const helpers = pieces.helpers.map(({ fn }) => fn.name!.text);
  // A form alone is also shown under the old names, half of the time.
  const rename = !FORMS[recipe] || random.chance(0.5);
  if (rename) applied.push('rename');
  const texts = [...pieces.helpers, called(pieces.main, name)].map((piece) =>
    printed(rename ? (renamed(piece, random, helpers) ?? piece) : piece).text.trim(),
  );
  return { text: texts.join('\n\n'), name, helpers, imports: source.imports, applied };
}

function within(
  source: SourceFunction,
  draft: Draft,
  recipe: string,
  name: string,
  random: Random,
  hosts: readonly SourceFunction[],
  applied: string[],
): Made | null {
  if (!singleExit(draft) || draft.fn.body!.statements.length < 2) return null;
  const gaps = recipe === 'contained-gaps' || (recipe === 'contained-composed' && random.chance(0.5));
  for (const host of hosts) {
    const clash = [...host.imports].some(([key, other]) => {
      const own = source.imports.get(key);
      return own && (own.from !== other.from || own.imported !== other.imported);
    });
    const both = clash ? null : contained(draft, host.plain, random, gaps);
    if (!both) continue;
    const hostImports = [...host.imports].map(([key, other]) => [key, foreign(other, host.package)] as const);
    return {
      text: printed(called(both, name)).text.trim(),
      name,
      helpers: [],
      imports: new Map([...source.imports, ...hostImports]),
      applied: [...applied, 'rename', `in ${host.package}:${host.qualified}`],
    };
  }
  return null;
}

/** What is in its package for a function is outside of it for others. */
function foreign(needed: NeededImport, from: string): NeededImport {
  return needed.inPackage ? { ...needed, from: `${from}/${needed.from}`, inPackage: false } : needed;
}

interface NewFile {
  path: string;
  imports: Map<string, string>;
  names: Set<string>;
  texts: string[];
}

/** Adds a function to a file in which its names are free, or stand for the same; returns the file's path. */
function place(
  files: NewFile[],
  prefix: string,
  names: readonly string[],
  imports: ReadonlyMap<string, NeededImport>,
  text: string,
): string {
  const lines = new Map([...imports].map(([name, needed]) => [name, importLine(name, needed, prefix)]));
  let file = files.find(
    (at) =>
      at.texts.length < FILE_FUNCTIONS &&
      !names.some((name) => at.names.has(name) || at.imports.has(name)) &&
      ![...lines].some(([name, line]) => at.names.has(name) || (at.imports.has(name) && at.imports.get(name) !== line)),
  );
  if (!file) {
    file = {
      path: `${prefix}/part${String(files.length).padStart(3, '0')}.ts`,
      imports: new Map(),
      names: new Set(),
      texts: [],
    };
    files.push(file);
  }
  for (const [name, line] of lines) file.imports.set(name, line);
  for (const name of names) file.names.add(name);
  file.texts.push(text);
  return file.path;
}

function importLine(name: string, { imported, from, inPackage }: NeededImport, prefix: string): string {
  const path = inPackage ? posix.relative(prefix, from) : from;
  const specifier = JSON.stringify(inPackage && !path.startsWith('.') ? `./${path}` : path);
  if (imported === '*') return `import * as ${name} from ${specifier};`;
  if (imported === 'default') return `import ${name} from ${specifier};`;
  return `import { ${imported === name ? name : `${imported} as ${name}`} } from ${specifier};`;
}

/** Re-implementations of the functions of TypeScript packages. The same request gives the same workspaces. */
export function mutateTypeScript(request: MutationRequest): MutatedWorkspace[] {
  const collected = new Map(request.packages.map((sources) => [sources.name, collectFunctions(sources)]));
  return request.packages
    .filter(({ target }) => target !== false)
    .flatMap(({ name }) => {
      const random = seededRandom(`${request.seed}/${name}`);
      const all = collected.get(name)!;
      const known = new Set(all.map(({ canonical }) => canonical));
      const others = random
        .shuffled([...collected].filter(([other]) => other !== name).flatMap(([, functions]) => functions))
        .filter(({ canonical }) => !known.has(canonical));
      // Hosts and unrelated functions are never the same, or one would repeat the other.
      const hosts = others.filter(
        ({ plain, statements }, index) =>
          index % 4 === 0 && statements <= 25 && plain.fn.body!.statements.length >= 3 && singleExit(plain),
      );
      const unrelated = others.filter((_, index) => index % 4 !== 0);
      const own = random.shuffled(all).slice(0, LARGEST);
      const done = new Set<string>();
      return Array.from({ length: request.rounds }, (_, round) =>
        workspace(name, round, own, hosts, unrelated, done, random, request),
      );
    });
}

function workspace(
  name: string,
  round: number,
  own: readonly SourceFunction[],
  hosts: readonly SourceFunction[],
  unrelated: SourceFunction[],
  done: Set<string>,
  random: Random,
  request: MutationRequest,
): MutatedWorkspace {
  const prefix = `${name}_turn`;
  const files: NewFile[] = [];
  const used = new Set<SourceFunction>();
  const made: { recipe: string; source: SourceFunction; result: Made }[] = [];
  const rank = (recipe: string): number => (RARE.includes(recipe) ? RARE.indexOf(recipe) : RARE.length);
  const recipes = [...(request.recipes ?? RECIPES)]
    .filter((recipe) => RECIPES.includes(recipe))
    .sort((a, b) => rank(a) - rank(b));
  for (let turn = 0; turn < request.perRecipe; turn++) {
    for (const recipe of recipes) {
      for (const source of random.shuffled(own)) {
        const key = `${recipe} ${source.file}#${source.qualified}`;
        if (used.has(source) || done.has(key)) continue;
        done.add(key);
        const result = reimplement(
          source,
          recipe,
          `${random.choice(VERBS)}${random.choice(NOUNS)}${round}x${made.length}`,
          random,
          random.shuffled(hosts).slice(0, 12),
        );
        if (!result) continue;
        used.add(source);
        made.push({ recipe, source, result });
        break;
      }
    }
  }
  const strangers = unrelated.splice(0, made.length);
  const out: MutatedWorkspace = { package: name, round, files: [], reimplemented: [], unrelated: [] };
  for (const item of random.shuffled<{ recipe: string; source: SourceFunction; result: Made } | SourceFunction>([
    ...made,
    ...strangers,
  ])) {
    if ('result' in item) {
      const { recipe, source, result } = item;
      const file = place(files, prefix, [result.name, ...result.helpers], result.imports, result.text);
      out.reimplemented.push({
        transformation: recipe,
        applied: result.applied,
        function: { file, name: result.name },
        helpers: result.helpers,
        target: { file: source.file, name: source.qualified },
      });
    } else {
      const own = item.typed.fn.name!.text;
      const imports = new Map([...item.imports].map(([key, needed]) => [key, foreign(needed, item.package)]));
      const file = place(files, prefix, [own], imports, item.typed.text);
      out.unrelated.push({
        function: { file, name: own },
        origin: { package: item.package, file: item.file, name: item.qualified },
      });
    }
  }
  out.files = files.map(({ path, imports, texts }) => ({
    path,
    text: `${[...new Set(imports.values())].sort().join('\n')}\n\n${texts.map((text) => `export ${text}`.replace(/^export (?=function .*Part\d\()/, '')).join('\n\n')}\n`,
  }));
  return out;
}
