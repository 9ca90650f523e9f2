import type { LogSource } from '../../ports/logs.ts';
import { NO_USAGE, type Action, type ModelMessage, type TokenUsage } from '../session.ts';
import { AiderEdits, isSamePath } from './aiderEdits.ts';
import { emptyAction } from './emptyAction.ts';
import type { LogFormat, LogReader, LogSample, LogSink } from './format.ts';
import { LinesReader } from './jsonLines.ts';

/** Name under which Aider keeps its history: the folder that holds it is the one that it works in. */
const HISTORY = '.aider.chat.history.md';

const CHAT = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*$/;
/** The program ends its own lines with two blanks; the model's text with a mark at its start has none. */
const INPUT = /^####(?: (.*))? {2}$/;
const OUTPUT = /^>(?: (.*?))? {2,}$/;

/** What the program itself puts in as the user's words: failures that the model is to mend. */
const REFLECTED =
  /^(?:# Fix any errors below, if possible\.|# \d+ (?:SEARCH\/REPLACE|search\/replace) blocks? failed|I ran this command:)/;
/** Commands with a text that goes to the model. */
const PROMPT_COMMAND = /^\/(?:ask|code|architect|context)\s+(?=\S)/;

/** The history of Aider's chats in Markdown (specs of the logs, section 13). It does not show what was read. */
export const aider: LogFormat = {
  id: 'aider',
  agents: ['aider'],
  provenOn: ['0.47.2-dev', '0.48.1-dev', '0.48.2-dev'],
  recognise,
  open: aiderReader,
};

function recognise({ kind, name, head }: LogSample): boolean {
  if (kind !== 'file') return false;
  const lines = head.split('\n');
  const first = lines.find((line) => line.trim() !== '');
  return first !== undefined && (CHAT.test(first) || (name === HISTORY && lines.some((line) => CHAT.test(line))));
}

function aiderReader(source: LogSource, sink: LogSink): LogReader {
  let chats = new Chats(source, sink);
  return new LinesReader(source, sink, {
    line: (text, number) => chats.line(text, number),
    restart: () => {
      chats = new Chats(source, sink);
    },
    end: () => chats.end(),
  });
}

/** Running turn. */
interface Running {
  files: Action | null;
  answer: ModelMessage | null;
  /** Lines of the answer. */
  text: string[];
  /** The answer is complete: more text is another one. */
  answered: boolean;
  outcome: 'running' | 'finished' | 'interrupted' | 'error';
}

class Chats {
  readonly #sink: LogSink;
  readonly #folder: string | null;
  readonly #edits = new AiderEdits();
  #session = 'aider';
  #names = new Set<string>();
  #model: string | null = null;
  /** Files that are sent whole with every request. */
  #files: string[] = [];
  #turn: Running | null = null;
  /** Lines of the user that stand together. */
  #input: string[] = [];
  #inputAt = 0;
  #blank = true;

  constructor(source: LogSource, sink: LogSink) {
    this.#sink = sink;
    const slash = source.path.lastIndexOf('/');
    this.#folder = source.path.slice(slash + 1) === HISTORY ? source.path.slice(0, slash) : null;
  }

  line(text: string, number: number): void {
    const input = INPUT.exec(text);
    if (input) {
      if (this.#input.length === 0) this.#inputAt = number;
      this.#input.push(input[1] ?? '');
    } else {
      if (this.#input.length > 0) this.#entered();
      const chat = this.#blank ? CHAT.exec(text) : null;
      const output = OUTPUT.exec(text);
      if (chat) this.#chat(chat[1]!);
      else if (output) this.#output((output[1] ?? '').trim(), number);
      else this.#said(text, number);
    }
    this.#blank = text.trim() === '';
  }

  end(): void {
    if (this.#input.length > 0) this.#entered();
    this.#over();
  }

  #chat(started: string): void {
    this.#over();
    if (this.#names.size > 0) this.#sink.over(this.#session);
    const id = `aider-${started.replace(' ', 'T')}`;
    this.#session = id;
    for (let copy = 2; this.#names.has(this.#session); copy++) this.#session = `${id}~${copy}`;
    this.#names.add(this.#session);
    this.#model = null;
    this.#files = [];
    this.#sink.session({ id: this.#session, agent: 'aider', folders: this.#folder === null ? [] : [this.#folder] });
  }

  /** The user's lines are complete. */
  #entered(): void {
    const prompt = this.#input.join('\n').trim();
    this.#input = [];
    const asked = PROMPT_COMMAND.exec(prompt);
    // A command of the program's own: what it prints is no answer.
    if (!asked && /^[/!]/.test(prompt)) return this.#over();
    if (this.#turn && REFLECTED.test(prompt)) {
      this.#endAnswer();
      this.#turn.answered = true;
      this.#turn.outcome = 'running';
      return;
    }
    this.#over();
    const sessionId = this.#session;
    this.#sink.turn({ sessionId, id: `line-${this.#inputAt}`, prompt, at: null });
    this.#turn = { files: null, answer: null, text: [], answered: true, outcome: 'running' };
    this.#tellFiles();
  }

  #said(text: string, number: number): void {
    const turn = this.#turn;
    if (!turn || (turn.answered && text.trim() === '')) return;
    if (turn.answered) {
      this.#endAnswer();
      this.#edits.clear();
      const id = `answer-${number}`;
      turn.answer = { id, by: null, at: null, model: this.#model, usage: null, text: '', reasoning: '', actions: [] };
      turn.text = [];
      turn.answered = false;
      if (turn.outcome !== 'interrupted') turn.outcome = 'running';
    }
    turn.text.push(text);
    this.#edits.line(text);
  }

  #output(text: string, number: number): void {
    const version = /^Aider v(\S+)$/.exec(text);
    if (version) this.#sink.session({ id: this.#session, agentVersion: version[1]! });
    const model = /^(?:Main model|Models?): (.+?)(?: with .*)?$/.exec(text);
    if (model) this.#model = model[1]!;
    this.#filesChanged(text);
    const turn = this.#turn;
    if (!turn) return;
    const usage = tokensIn(text);
    if (usage) {
      this.#endAnswer(usage);
      turn.answered = true;
      if (turn.outcome !== 'interrupted') turn.outcome = 'finished';
      this.#sink.ended(this.#session, turn.outcome, null);
      return;
    }
    if (/^\^C (?:again to exit|KeyboardInterrupt)/.test(text) && turn.outcome !== 'finished')
      turn.outcome = 'interrupted';
    if (/^(?:Unexpected error:|litellm\.\w*Error|Model \S+ has hit a token limit)/.test(text)) turn.outcome = 'error';
    const applied = /^Applied edit to (.+)$/.exec(text);
    if (applied) this.#edited(turn, applied[1]!, number);
  }

  #edited(turn: Running, path: string, number: number): void {
    this.#endAnswer();
    const action = {
      ...emptyAction(`edit-${number}`, 'edit', 'edit', null),
      state: 'ok' as const,
      edits: this.#edits.applied(path),
    };
    this.#sink.action(this.#session, action);
    if (!turn.answer) return;
    turn.answer.actions.push(action.id);
    this.#sink.message(this.#session, turn.answer);
  }

  #filesChanged(text: string): void {
    const added = /^Added (.+?) to (?:the chat|read-only files)\.?$/.exec(text)?.[1];
    const removed = /^Removed (?:read-only file )?(.+?) from the chat\.?$/.exec(text)?.[1];
    if (added !== undefined && !/^[\d.,]+k? (?:lines?|tokens?) of /.test(added)) {
      if (this.#files.includes(added)) return;
      this.#files.push(added);
      if (this.#turn) this.#tellFiles();
    } else if (removed !== undefined) this.#files = this.#files.filter((file) => !isSamePath(file, removed));
    else if (/^(?:Dropping all files|All files dropped)/.test(text)) this.#files = [];
  }

  /** Files that were in the chat at any time of the turn. */
  #tellFiles(): void {
    const turn = this.#turn!;
    const known = turn.files?.shown ?? [];
    const more = this.#files.filter((path) => !known.some((shown) => shown.path === path));
    if (more.length === 0) return;
    turn.files ??= { ...emptyAction('files', 'other', 'files in chat', null), state: 'ok' };
    const shown = more.map((path) => ({
      path,
      class: 'given' as const,
      ranges: [],
      how: 'unverified' as const,
      lines: null,
    }));
    turn.files.shown = [...known, ...shown];
    this.#sink.action(this.#session, turn.files);
  }

  #endAnswer(usage: TokenUsage | null = null): void {
    const turn = this.#turn!;
    if (!turn.answer) return;
    turn.answer.text = turn.text.join('\n').trim();
    turn.answer.usage = usage ?? turn.answer.usage;
    this.#sink.message(this.#session, turn.answer);
  }

  /** The turn is over, because something else begins. */
  #over(): void {
    const turn = this.#turn;
    if (!turn) return;
    this.#endAnswer();
    const outcome = turn.outcome === 'running' ? (turn.answer ? 'finished' : 'cut') : turn.outcome;
    this.#sink.ended(this.#session, outcome, null);
    this.#turn = null;
    this.#edits.clear();
  }
}

const NUMBER = String.raw`([\d.,]+)([kM]?)`;

function tokensIn(text: string): TokenUsage | null {
  const sent = new RegExp(`^Tokens: ${NUMBER} sent, .*?${NUMBER} received`).exec(text);
  if (!sent) return null;
  const hit = new RegExp(`${NUMBER} cache hit`).exec(text);
  const count = (number: string, unit: string): number =>
    Math.round(Number(number.replaceAll(',', '')) * (unit === 'k' ? 1_000 : unit === 'M' ? 1_000_000 : 1));
  return {
    ...NO_USAGE,
    input: count(sent[1]!, sent[2]!),
    output: count(sent[3]!, sent[4]!),
    cached: hit ? count(hit[1]!, hit[2]!) : null,
  };
}
