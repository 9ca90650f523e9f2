import type { SimpleCommand } from '../shell/simpleCommands.ts';
import type { Deed } from './effortClasses.ts';
import { foremost } from './effortClasses.ts';
import type { EffortContext } from './effortContext.ts';
import { isBackupPath } from './filePurpose.ts';
import { gitClass } from './gitClass.ts';
import { interpreterClass, interpreterOf } from './interpreterClass.ts';
import { BUILD_TOOLS, FORMATTERS, PROGRAMS, RUNNERS } from './programs.ts';
import { scriptFileClass } from './scriptClass.ts';
import { awkClass, findClass, sedClass } from './streamClass.ts';
import { targetsClass, taskClass } from './taskClass.ts';

/** Words by which agents hand in what they did (mini-swe-agent). */
const SUBMISSIONS = /\b(?:COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT|MINI_SWE_AGENT_FINAL_OUTPUT)\b/;
const TAKE_SUBCOMMAND = new Set(['npm', 'pnpm', 'yarn', 'bun', 'deno', 'mise', 'just', 'hatch', 'nx', 'turbo', 'moon']);
const MAX_RUNNERS = 4;

type Args = readonly (string | null)[];

/** Class of one simple command; files that it writes are kept in `context`. */
export function commandClass(command: SimpleCommand, context: EffortContext): Deed {
  const name = command.name?.toLowerCase() ?? null;
  const target = writtenTo(command);
  const args = command.args;
  if (name === null) return 'other';
  if (/^(?:cat|echo|printf|tee|write-output|set-content|add-content|out-file|sc|ac)$/.test(name)) {
    return textClass(name, command, target, context);
  }
  if (name === 'git') return gitClass(args, target);
  return programClass(name, args, command.input, context, 0);
}

function programClass(name: string, args: Args, input: string | null, context: EffortContext, depth: number): Deed {
  const literal = args.map((arg) => arg ?? '');
  const wrapped = RUNNERS.get(name);
  if (wrapped && depth < MAX_RUNNERS && wrapped.every((word, index) => literal[index] === word)) {
    const rest = withoutOptions(args.slice(wrapped.length));
    const inner = rest[0] ?? null;
    return inner === null ? 'other' : programClass(baseOf(inner), rest.slice(1), input, context, depth + 1);
  }
  if (name === 'xargs') {
    const rest = withoutOptions(args);
    return rest[0] ? programClass(baseOf(rest[0]), rest.slice(1), input, context, depth + 1) : 'other';
  }
  if (literal.some((arg) => arg === '--version' || arg === '--help' || arg === '--collect-only')) return 'other';
  const interpreter = interpreterOf(name);
  if (interpreter && !isSubcommand(name, literal)) return interpreterClass(interpreter, args, input, context);
  const writing = FORMATTERS.get(name);
  if (writing)
    return literal.some((arg) => writing.includes(arg)) && !isDryRun(literal) ? 'format' : scratchClass(args, context);
  switch (name) {
    case 'black':
      return isDryRun(literal) ? 'other' : 'format';
    case 'cat':
      return args.length > 0 ? 'read' : 'other';
    case 'sed':
      return sedClass(literal, (path) => context.isTestPath(path));
    case 'awk':
    case 'gawk':
    case 'mawk':
      return awkClass(literal);
    case 'find':
      return findClass(literal, (inner, rest) => programClass(baseOf(inner), rest, null, context, depth + 1));
    case 'ast-grep':
    case 'sg':
      return literal.some((arg) => /^(?:-U|--update-all|-i|--interactive)$/.test(arg)) ? 'edit' : 'search';
    case 'rg':
      return literal.includes('--files') && !literal.some((arg) => /^(?:-g|--glob|--iglob|-t)/.test(arg))
        ? 'read'
        : 'search';
    case 'cp':
    case 'mv':
    case 'copy-item':
      return copyClass(name, args, context);
    case 'go':
      return goClass(literal, context);
    case 'cargo':
      return cargoClass(literal, context);
    case 'mvn':
    case 'mvnw':
    case './mvnw':
      return literal.some((arg) =>
        /^(?:test|verify|package|install|compile|test-compile|integration-test)$/.test(arg),
      ) && !literal.some((arg) => arg.startsWith('-DskipTests'))
        ? 'test'
        : 'other';
    case 'coverage':
      return literal[0] === 'run' ? interpreterClass('python', args.slice(1), input, context) : 'other';
    case 'playwright':
    case 'ng':
    case 'flutter':
    case 'dart':
      return literal[0] === 'test' ? 'test' : 'other';
    case 'curl':
    case 'wget':
      return literal.some((arg) => /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/.test(arg))
        ? context.run()
        : 'other';
  }
  const base = baseOf(name);
  if (BUILD_TOOLS.has(base)) return buildToolClass(base, args, input, context, depth);
  const known = PROGRAMS.get(name);
  if (known) return known;
  if (/[\\/]/.test(name)) {
    const inside = PROGRAMS.get(base);
    if (inside) return inside;
    if (interpreterOf(base)) return interpreterClass(interpreterOf(base) as string, args, input, context);
    return /^\/(?:usr|bin|opt)\//.test(name) ? scratchClass(args, context) : scriptFileClass(name, context);
  }
  return scratchClass(args, context);
}

/** A program that is not known: what it is run on tells, when that is a script or an input that the agent wrote. */
function scratchClass(args: Args, context: EffortContext): Deed {
  const kinds = args.flatMap((arg) => (arg === null ? [] : (context.purposeOf(arg)?.kind ?? [])));
  return foremost(kinds.filter((kind) => kind === 'test' || kind === 'analyze'));
}

/** `cat`, `echo` and the like: what they write tells, else whether they show a file. */
function textClass(name: string, command: SimpleCommand, target: string | null, context: EffortContext): Deed {
  const literal = command.args.map((arg) => arg ?? '');
  const files = literal.filter((arg) => arg !== '' && !arg.startsWith('-'));
  if (/^(?:echo|printf|write-output)$/.test(name) && literal.some((arg) => SUBMISSIONS.test(arg))) return 'summary';
  if (/^(?:tee|set-content|add-content|out-file|sc|ac)$/.test(name)) {
    return foremost(files.slice(0, name === 'tee' ? undefined : 1).map((path) => context.wrote(path, command.input)));
  }
  if (target !== null) return context.wrote(target, command.input ?? (name === 'cat' ? null : literal.join(' ')));
  return name === 'cat' && files.length + command.args.filter((arg) => arg === null).length > 0 ? 'read' : 'other';
}

/** File into which the standard output goes; null when it is shown or thrown away. */
function writtenTo(command: SimpleCommand): string | null {
  for (const { operator, fd, target } of command.redirects) {
    if (!/^(?:&?>>?|>\|)$/.test(operator) || (fd !== null && fd !== 1)) continue;
    const path = target?.value ?? target?.text ?? '';
    if (path !== '' && !/^(?:\/dev\/(?:null|stdout|stderr|tty)|&?\d|\$null)$/i.test(path)) return path;
  }
  return null;
}

function copyClass(name: string, args: Args, context: EffortContext): Deed {
  const files = args.filter((arg) => arg !== null && !arg.startsWith('-')) as string[];
  const to = files.at(-1);
  if (to === undefined || files.length < 2) return 'other';
  if (name !== 'mv' && isBackupPath(to)) return 'other';
  return context.isTestPath(to) ? context.wrote(to, null) : 'edit';
}

function goClass(literal: string[], context: EffortContext): Deed {
  switch (literal[0]) {
    // `go build` of a package keeps nothing: agents use it to see whether the code compiles ("syntax validation").
    case 'test':
    case 'build':
      return 'test';
    case 'fmt':
      return 'format';
    case 'generate':
      return 'edit';
    case 'run':
      return scriptFileClass(literal.slice(1).find((arg) => !arg.startsWith('-')) ?? '', context);
    case 'doc':
      return 'read';
    default:
      return 'other';
  }
}

function cargoClass(literal: string[], context: EffortContext): Deed {
  switch (literal.find((arg) => !/^[-+]/.test(arg))) {
    case 'test':
    case 't':
    case 'nextest':
    case 'bench':
    case 'build':
    case 'b':
    case 'check':
    case 'c':
      return 'test';
    case 'fmt':
    case 'fix':
      return literal.includes('--check') ? 'other' : 'format';
    case 'run':
    case 'r':
      return context.run();
    default:
      return 'other';
  }
}

/** `npm run X`, `make X`, `bun x.ts`: the target or script that is named. */
function buildToolClass(name: string, args: Args, input: string | null, context: EffortContext, depth: number): Deed {
  const words = withoutOptions(args);
  if (!TAKE_SUBCOMMAND.has(name)) return targetsClass(args);
  const [first, second] = [words[0] ?? '', words[1] ?? ''];
  if (/^(?:exec|dlx|x)$/.test(first) && second !== '' && depth < MAX_RUNNERS) {
    return programClass(baseOf(second), words.slice(2), input, context, depth + 1);
  }
  const script = /^(?:run|run-script|task)$/.test(first) ? second : first;
  if (script === 't' || script === 'tst') return 'test';
  if (/^(?:install|ci|add|i|remove|update|upgrade|init|publish|link|outdated|list|ls|why|audit|use)$/.test(script))
    return 'other';
  if (/\.[cm]?[jt]sx?$/.test(script)) return scriptFileClass(script, context);
  const task = taskClass(script);
  // `yarn jest`, `mise exec`: what is no script of the project may be a program.
  return task === 'other' && depth < MAX_RUNNERS && script === first && script !== '' && !BUILD_TOOLS.has(script)
    ? programClass(script, words.slice(1), input, context, depth + 1)
    : task;
}

/** `bun test`, `bun run x`, `deno test` are no scripts that the interpreter is given. */
function isSubcommand(name: string, literal: string[]): boolean {
  return (name === 'bun' || name === 'deno') && literal[0] !== undefined && !/^-|\.[cm]?[jt]sx?$/.test(literal[0]);
}

function isDryRun(literal: string[]): boolean {
  return literal.some((arg) => /^(?:--check|--diff|--dry-run|--list-different|-l)$/.test(arg));
}

/** Arguments from the first that is no option or assignment; unknown ones stay. */
function withoutOptions(args: Args): Args {
  const at = args.findIndex((arg) => arg === null || !/^-|^[A-Za-z_]\w*=/.test(arg));
  return at < 0 ? [] : args.slice(at);
}

function baseOf(program: string): string {
  return program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1).toLowerCase();
}
