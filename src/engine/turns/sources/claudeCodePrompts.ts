/** What a text in a user row is: the program writes much of its own there (specs of the logs, section 3). */
export type UserText =
  | { kind: 'prompt'; text: string }
  /** A slash command: whether it starts a turn is told by what follows. */
  | { kind: 'command'; text: string }
  /** What a local command or a shell line of the user printed. */
  | { kind: 'local' }
  | { kind: 'interrupted' }
  | { kind: 'none' };

/** Blocks that the program puts into the row of a prompt. */
const ADDED = ['system-reminder', 'ide_opened_file', 'ide_selection', 'ide_diagnostics'];

const LOCAL = ['<local-command-', '<bash-input>', '<bash-stdout>', '<bash-stderr>'];

const MACHINE = ['Caveat:', '<task-notification>', 'This session is being continued', 'Stop hook feedback:'];

/** Commands of the program itself: they never reach the model. */
const LOCAL_COMMANDS = new Set(
  (
    'add-dir agents bashes bug clear compact config context cost doctor exit export help hooks ide install-github-app login ' +
    'logout mcp memory model output-style permissions plugin privacy-settings quit release-notes resume rewind settings ' +
    'status statusline tasks terminal-setup theme todos upgrade usage vim'
  ).split(' '),
);

/** @param texts the text blocks of the row, in order */
export function userText(texts: readonly string[]): UserText {
  const own = texts.map(withoutAdded).filter((text) => text !== '');
  const text = own.join('\n');
  if (text === '') return { kind: 'none' };
  if (text.startsWith('[Request interrupted')) return { kind: 'interrupted' };
  if (LOCAL.some((start) => text.startsWith(start))) return { kind: 'local' };
  if (MACHINE.some((start) => text.startsWith(start))) return { kind: 'none' };
  if (text.startsWith('<command-name>') || text.startsWith('<command-message>')) {
    const name = (tagged(text, 'command-name') ?? tagged(text, 'command-message') ?? '').trim();
    if (LOCAL_COMMANDS.has(name.replace(/^\//, ''))) return { kind: 'local' };
    const command = name.startsWith('/') ? name : `/${name}`;
    const args = (tagged(text, 'command-args') ?? '').trim();
    return { kind: 'command', text: args === '' ? command : `${command} ${args}` };
  }
  return { kind: 'prompt', text };
}

/** Takes the program's blocks off both ends. */
function withoutAdded(text: string): string {
  let rest = text.trim();
  for (let again = true; again;) {
    again = false;
    for (const tag of ADDED) {
      const close = `</${tag}>`;
      if (rest.startsWith(`<${tag}>`)) {
        const end = rest.indexOf(close);
        rest = end < 0 ? '' : rest.slice(end + close.length).trimStart();
        again = rest !== '';
      } else if (rest.endsWith(close)) {
        const start = rest.lastIndexOf(`<${tag}>`);
        if (start < 0) continue;
        rest = rest.slice(0, start).trimEnd();
        again = rest !== '';
      }
    }
  }
  return rest;
}

function tagged(text: string, tag: string): string | null {
  const start = text.indexOf(`<${tag}>`);
  if (start < 0) return null;
  const from = start + tag.length + 2;
  const end = text.indexOf(`</${tag}>`, from);
  return end < 0 ? null : text.slice(from, end);
}
