import type { Deed } from './effortClasses.ts';
import type { EffortContext } from './effortContext.ts';
import { wordsOf } from './filePurpose.ts';
import { INTERPRETERS, PROGRAMS, SYNTAX_CHECKS } from './programs.ts';
import { scriptClass, scriptFileClass } from './scriptClass.ts';

/** Options of interpreters that take the next word. */
const VALUED = new Set([
  '-W',
  '-X',
  '-r',
  '--require',
  '--import',
  '--loader',
  '-I',
  '-cp',
  '-classpath',
  '--env-file',
]);
const MODULES: ReadonlyMap<string, Deed> = new Map([
  ['unittest', 'test'],
  ['doctest', 'test'],
  ['nose', 'test'],
  ['py_compile', 'test'],
  ['compileall', 'test'],
  ['timeit', 'analyze'],
  ['cProfile', 'analyze'],
  ['profile', 'analyze'],
  ['trace', 'analyze'],
  ['pdb', 'analyze'],
  ['dis', 'analyze'],
  ['ast', 'analyze'],
  ['inspect', 'analyze'],
  ['tokenize', 'analyze'],
  ['black', 'format'],
  ['isort', 'format'],
  ['venv', 'other'],
  ['json.tool', 'other'],
]);

/** The interpreter that a program is (`python3.11` is `python`); null for none. */
export function interpreterOf(name: string): string | null {
  const plain = name.replace(/^(python|pypy|ruby|perl|php|lua|node)[\d.]+$/, '$1');
  return INTERPRETERS.has(plain) ? plain : null;
}

/**
 * Class of running an interpreter, by the code, the module or the file that it is given.
 *
 * @param input what it reads from a here-document, where that is its script
 */
export function interpreterClass(
  interpreter: string,
  args: readonly (string | null)[],
  input: string | null,
  context: EffortContext,
): Deed {
  const { code, module } = INTERPRETERS.get(interpreter) ?? { code: [], module: [] };
  const checks = SYNTAX_CHECKS.get(interpreter) ?? [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at];
    // Made while it runs.
    if (arg === null || arg === undefined) return context.run();
    const next = args[at + 1] ?? null;
    if (/^(?:perl|ruby)$/.test(interpreter) && /^-[a-z]*i/.test(arg)) return 'edit';
    if (checks.includes(arg)) return 'test';
    if (code.includes(arg)) return next === null ? context.run() : scriptClass(next, context);
    if (module.includes(arg)) return next === null ? 'other' : moduleClass(next, args.slice(at + 2), context);
    if (arg === '--version' || arg === '-V' || arg === '--help') return 'other';
    if (arg === '--test') return 'test';
    if (arg === '-') break;
    if (VALUED.has(arg)) at += 1;
    else if (!arg.startsWith('-')) return fileClass(arg, args.slice(at + 1), context);
  }
  return input === null ? 'other' : scriptClass(input, context);
}

function moduleClass(module: string, args: readonly (string | null)[], context: EffortContext): Deed {
  const known = MODULES.get(module) ?? PROGRAMS.get(module);
  if (known === 'format') return args.some((arg) => arg === '--check' || arg === '--diff') ? 'other' : known;
  if (known) return known;
  if (/^(?:ruff|autopep8|yapf|coverage)$/.test(module)) return module === 'coverage' ? 'test' : 'format';
  return context.isTestPath(module.replaceAll('.', '/')) ? 'test' : context.run();
}

function fileClass(path: string, args: readonly (string | null)[], context: EffortContext): Deed {
  const first = args.find((arg) => arg !== null && !arg.startsWith('-'));
  if (/(?:^|\/)manage\.py$/.test(path)) {
    if (first !== undefined && first !== null && wordsOf(first).includes('test')) return 'test';
    return first === 'shell' ? context.run() : 'other';
  }
  if (/(?:^|\/)setup\.py$/.test(path)) return first === 'test' ? 'test' : 'other';
  return scriptFileClass(path, context);
}
