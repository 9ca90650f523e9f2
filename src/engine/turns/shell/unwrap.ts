import type { ShellKind, Word } from './script.ts';

/** What is left of a command's words when the programs that only run another one are taken away. */
export interface Unwrapped {
  words: Word[];
  /** Names of what was taken away, outermost first. */
  wrappers: string[];
  /** Folder that a wrapper changes to (`env -C`, `sudo -D`). */
  folder: Word | null;
  /** Text that a shell was given to run, and how to read it. */
  script: { word: Word; kind: ShellKind } | null;
  /** A shell that reads its script from its input (`bash <<EOF`, `bash -s`). */
  readsInput: boolean;
}

interface Wrapper {
  /** Options that take the next word. */
  valued: string[];
  /** Words after the options that are no part of the command. */
  operands?: number;
  assignments?: boolean;
  /** Option that names the folder to run in. */
  folder?: string[];
  /** Options with which nothing is run. */
  notRun?: string[];
}

const WRAPPERS: Record<string, Wrapper> = {
  env: { valued: ['-u', '--unset', '-C', '--chdir'], assignments: true, folder: ['-C', '--chdir'] },
  timeout: { valued: ['-k', '--kill-after', '-s', '--signal'], operands: 1 },
  gtimeout: { valued: ['-k', '--kill-after', '-s', '--signal'], operands: 1 },
  time: { valued: ['-f', '--format', '-o', '--output'] },
  nice: { valued: ['-n', '--adjustment'] },
  ionice: { valued: ['-c', '--class', '-n', '--classdata'] },
  sudo: {
    valued: ['-u', '--user', '-g', '--group', '-h', '--host', '-p', '--prompt', '-D', '--chdir', '-C', '-T'],
    assignments: true,
    folder: ['-D', '--chdir'],
    notRun: ['-l', '-v', '-k', '-K'],
  },
  doas: { valued: ['-u', '-C'] },
  command: { valued: [], notRun: ['-v', '-V'] },
  builtin: { valued: [] },
  exec: { valued: ['-a'] },
  nohup: { valued: [] },
  setsid: { valued: [] },
  stdbuf: { valued: ['-i', '-o', '-e', '--input', '--output', '--error'] },
  unbuffer: { valued: [] },
  chronic: { valued: [] },
  'xvfb-run': { valued: ['-n', '--server-num', '-s', '--server-args', '-e', '--error-file', '-f', '-p', '-w'] },
  taskset: { valued: [], operands: 1 },
  catchsegv: { valued: [] },
};

const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh', 'ash']);
const POWERSHELLS = new Set(['powershell', 'pwsh']);
const MAX_WRAPPERS = 16;

/** Name of a program: the last part of its path, without `.exe`. */
export function programName(word: Word | undefined): string | null {
  const value = word?.value;
  if (value === null || value === undefined || value === '') return null;
  const base = /^(?:[A-Za-z]:)?[\\/]/.test(value)
    ? value.slice(Math.max(value.lastIndexOf('/'), value.lastIndexOf('\\')) + 1)
    : value;
  return base.replace(/\.exe$/i, '');
}

/** Takes wrappers away from the words of a command: `sudo env A=b timeout 30 bash -lc "…"`. */
export function unwrap(words: Word[]): Unwrapped {
  const out: Unwrapped = { words, wrappers: [], folder: null, script: null, readsInput: false };
  for (let i = 0; i < MAX_WRAPPERS; i++) {
    const name = programName(out.words[0]);
    if (name === null) return out;
    if (Object.hasOwn(WRAPPERS, name)) {
      const rest = afterOptions(out, WRAPPERS[name]!);
      if (!rest || rest.length === 0) return out;
      out.wrappers.push(name);
      out.words = rest;
      continue;
    }
    takeScript(out, name);
    return out;
  }
  return out;
}

function afterOptions(out: Unwrapped, wrapper: Wrapper): Word[] | null {
  const words = out.words;
  let at = 1;
  for (; at < words.length; at++) {
    const value = words[at]!.value;
    if (value === null) break;
    if (value === '--') {
      at++;
      break;
    }
    if (wrapper.assignments && /^[A-Za-z_]\w*=/.test(words[at]!.text)) continue;
    if (!value.startsWith('-') || value === '-') break;
    if (wrapper.notRun?.includes(value)) return null;
    const [option, attached] = value.startsWith('--') ? splitOnce(value) : [value, null];
    const names = wrapper.folder?.includes(option);
    if (attached !== null && names)
      out.folder = { ...words[at]!, value: attached, parts: [{ kind: 'text', text: attached, quoted: true }] };
    if (attached === null && wrapper.valued.includes(option)) {
      at++;
      if (names) out.folder = words[at] ?? null;
    }
  }
  if (wrapper.assignments) while (/^[A-Za-z_]\w*=/.test(words[at]?.text ?? '')) at++;
  return words.slice(at + (wrapper.operands ?? 0));
}

function splitOnce(option: string): [string, string | null] {
  const at = option.indexOf('=');
  return at < 0 ? [option, null] : [option.slice(0, at), option.slice(at + 1)];
}

function takeScript(out: Unwrapped, name: string): void {
  const words = out.words;
  if (name === 'eval' && words.length > 1) {
    const parts = words.slice(1);
    const word: Word =
      parts.length === 1
        ? parts[0]!
        : {
            text: parts.map((part) => part.text).join(' '),
            value: parts.every((part) => part.value !== null) ? parts.map((part) => part.value).join(' ') : null,
            glob: false,
            quoted: true,
            parts: parts.flatMap((part, i) =>
              i === 0 ? part.parts : [{ kind: 'text' as const, text: ' ', quoted: true }, ...part.parts],
            ),
          };
    out.script = { word, kind: 'posix' };
  } else if (SHELLS.has(name)) {
    for (let at = 1; at < words.length; at++) {
      const value = words[at]!.value;
      if (value === null) return;
      if (/^-[a-zA-Z]*c[a-zA-Z]*$/.test(value)) {
        const script = words[at + 1]?.value === '--' ? words[at + 2] : words[at + 1];
        if (script) out.script = { word: script, kind: 'posix' };
        return;
      }
      if (value === '-o' || value === '+o' || value === '-O' || value === '--rcfile' || value === '--init-file') at++;
      else if (value === '-' || /^-[a-zA-Z]*s[a-zA-Z]*$/.test(value)) break;
      else if (!/^[-+]/.test(value)) return;
    }
    out.readsInput = true;
  } else if (POWERSHELLS.has(name.toLowerCase())) {
    const at = words.findIndex((word, i) => i > 0 && /^-c(o(m(m(a(nd?)?)?)?)?)?$/i.test(word.value ?? ''));
    if (at > 0 && words[at + 1]) out.script = { word: joined(words.slice(at + 1)), kind: 'powershell' };
    else if (at < 0 && words.length === 2 && words[1]!.quoted) out.script = { word: words[1]!, kind: 'powershell' };
  } else if (name.toLowerCase() === 'cmd') {
    const at = words.findIndex((word, i) => i > 0 && /^\/[cCkK]$/.test(word.value ?? ''));
    if (at > 0 && words[at + 1]) out.script = { word: joined(words.slice(at + 1)), kind: 'powershell' };
  }
}

function joined(words: Word[]): Word {
  if (words.length === 1) return words[0]!;
  const literal = words.every((word) => word.value !== null);
  const text = words.map((word) => word.text).join(' ');
  return {
    text,
    value: literal ? text : null,
    glob: false,
    quoted: true,
    parts: literal ? [{ kind: 'text', text, quoted: true }] : [{ kind: 'unknown', text }],
  };
}
