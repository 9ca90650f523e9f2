import { textClaim, type Call, type Command } from './call.ts';
import { knownLines, unknownPiece, type Stream } from './stream.ts';

const WRITES =
  /\.write\w*\(|\bwrite_(?:text|bytes)\b|writeFile|appendFile|\bopen\([^)]*,\s*(?:mode\s*=\s*)?["'][rbt]*[wax+]|shutil\.|os\.(?:rename|remove|replace)|File\.write|fs\.(?:rename|unlink|copy)/;

const OPENED_FOR_WRITING =
  /(?:\bopen|Path|writeFileSync|writeFile|appendFileSync|File\.write)\(\s*[rbuf]?["'`]([^"'`\n]{1,300})["'`](?:\s*,\s*(?:mode\s*=\s*)?["'][bt]*[wax]|\)\s*\.\s*write_|(?<=["'`])\s*,)/g;

const NAMES = /(["'`])((?:\\.|(?!\1)[^\\\n]){0,300})\1/g;

/** Programs that run a script given in the command. What it prints is found by its text in the files that it names. */
export const SCRIPT_COMMANDS: Record<string, Command> = {
  python: script,
  python2: script,
  python3: script,
  ipython: script,
  pypy3: script,
  node: script,
  nodejs: script,
  bun: script,
  deno: script,
  tsx: script,
  ruby: script,
};

async function script(call: Call): Promise<Stream> {
  const { code, rest } = codeOf(call);
  if (code === null) return [unknownPiece()];
  return followScript(call, code, rest);
}

function codeOf(call: Call): { code: string | null; rest: (string | null)[] } {
  const texts = call.args.map(({ text }) => text);
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at]!;
    if (text === null) return { code: null, rest: [] };
    if (/^(-[a-zA-Z]*[ce]|-p|--eval|--print|eval)$/.test(text) && text !== '-m')
      return { code: texts[at + 1] ?? null, rest: texts.slice(at + 2) };
    if (text === '-') return { code: call.script ?? inputText(call), rest: texts.slice(at + 1) };
    if (text === '-m') return { code: null, rest: [] };
    if (/^-[WX]$/.test(text)) at++;
    else if (!text.startsWith('-')) return { code: null, rest: [] };
  }
  return { code: call.script ?? inputText(call), rest: [] };
}

function inputText(call: Call): string | null {
  const lines = call.input ? knownLines(call.input) : null;
  return lines ? lines.map(({ text }) => text).join('\n') : null;
}

/** What a script in another language may show and change: the files whose names stand in it. */
export async function followScript(call: Call, code: string, rest: readonly (string | null)[] = []): Promise<Stream> {
  const files = new Set<string>();
  const note = (name: string): void => {
    const path = /[\0\n]/.test(name) ? null : call.state.resolve(name, call.folder);
    if (path !== null && path !== '' && call.state.isFile(path)) files.add(path);
  };
  // Longer texts are data rather than programs; the names in them would be an accident.
  const searched = code.slice(0, 100_000);
  for (const match of searched.matchAll(NAMES)) if (match[2] !== '') note(match[2]!);
  for (const name of rest) if (name !== null) note(name);
  const changed = new Set<string>();
  for (const match of searched.matchAll(OPENED_FOR_WRITING)) {
    const path = call.state.resolve(match[1]!, call.folder);
    if (path !== null && path !== '') changed.add(path);
  }
  if (WRITES.test(searched)) for (const path of files) changed.add(path);
  for (const path of changed) await call.state.edit({ kind: 'unknown', path });
  return [unknownPiece(...(files.size > 0 ? [textClaim([...files], null)] : []))];
}
