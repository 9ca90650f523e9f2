export interface HereDocument {
  body: string;
  /** Variables in the body are replaced: its delimiter was not quoted. */
  expands: boolean;
  /** False when the text ended before the delimiter. */
  closed: boolean;
}

export interface LiftedText {
  /** The text without the bodies, each `<<WORD` turned into `< PLACEHOLDER`. */
  text: string;
  /** By placeholder. */
  documents: Map<string, HereDocument>;
}

interface Frame {
  kind: 'code' | 'string';
  /** Open parentheses inside `$( … )`; the frame ends with the one that closes it. */
  depth: number;
}

interface Pending {
  placeholder: string;
  delimiter: string;
  expands: boolean;
  stripTabs: boolean;
}

/**
 * Takes the here-documents out of a POSIX shell text. The grammar reads only the simplest of them right (what follows
 * the delimiter on its line becomes arguments, two on one line fail), while all that is needed to lift them out is
 * the state of the quotes.
 */
export function liftHereDocuments(source: string): LiftedText {
  const documents = new Map<string, HereDocument>();
  if (!source.includes('<<')) return { text: source, documents };
  let prefix = 'HEREDOC_BODY_';
  while (source.includes(prefix)) prefix += '_';

  let out = '';
  const pending: Pending[] = [];
  const frames: Frame[] = [{ kind: 'code', depth: 0 }];
  let at = 0;
  while (at < source.length) {
    const frame = frames[frames.length - 1]!;
    const char = source[at]!;
    if (char === '\\') {
      out += source.slice(at, at + 2);
      at += 2;
      continue;
    }
    if (char === '$' && source[at + 1] === '(' && source[at + 2] !== '(') {
      frames.push({ kind: 'code', depth: 1 });
      out += '$(';
      at += 2;
      continue;
    }
    if (frame.kind === 'string') {
      if (char === '"') frames.pop();
      out += char;
      at++;
      continue;
    }
    const skipped = skippedEnd(source, at);
    if (skipped > at) {
      out += source.slice(at, skipped);
      at = skipped;
      continue;
    }
    if (char === '"') {
      frames.push({ kind: 'string', depth: 0 });
    } else if (char === '(') {
      frame.depth++;
    } else if (char === ')') {
      frame.depth--;
      if (frame.depth === 0 && frames.length > 1) frames.pop();
    } else if (char === '\n' && pending.length > 0) {
      out += '\n';
      at = takeBodies(source, at + 1, pending, documents);
      continue;
    } else if (char === '<' && source[at + 1] === '<') {
      const operator = /^<<(-?)[ \t]*((?:\\.|'[^'\n]*'|"[^"\n]*"|[^\s;&|<>()'"\\])+)/.exec(source.slice(at, at + 300));
      if (operator) {
        const word = operator[2]!;
        const placeholder = `${prefix}${documents.size + pending.length}`;
        pending.push({
          placeholder,
          delimiter: word.replace(/\\(.)|['"]/g, '$1'),
          expands: !/['"\\]/.test(word),
          stripTabs: operator[1] === '-',
        });
        out += `< ${placeholder} `;
        at += operator[0].length;
        continue;
      }
    }
    out += char;
    at++;
  }
  for (const { placeholder, expands } of pending) documents.set(placeholder, { body: '', expands, closed: false });
  return { text: out, documents };
}

/** End of what holds no here-document and no double quote at this place: '…', $'…', a comment, <<<, $((…)). */
function skippedEnd(source: string, at: number): number {
  const char = source[at]!;
  if (char === "'") return afterClosing(source, at + 1, "'");
  if (char === '$' && source[at + 1] === "'") {
    for (let i = at + 2; i < source.length; i++) {
      if (source[i] === '\\') i++;
      else if (source[i] === "'") return i + 1;
    }
    return source.length;
  }
  if (char === '#' && (at === 0 || /[\s;&|()]/.test(source[at - 1]!))) {
    const end = source.indexOf('\n', at);
    return end < 0 ? source.length : end;
  }
  if (source.startsWith('<<<', at)) return at + 3;
  if (source.startsWith('$((', at)) return afterClosing(source, at, '))');
  if (source.startsWith('((', at) && /(^|[\n;&|])[ \t]*$/.test(source.slice(Math.max(0, at - 20), at)))
    return afterClosing(source, at, '))');
  return at;
}

function afterClosing(source: string, from: number, closing: string): number {
  const end = source.indexOf(closing, from);
  return end < 0 ? source.length : end + closing.length;
}

/** Reads the bodies of all pending here-documents from the line that starts at `at`; gives the place after them. */
function takeBodies(source: string, at: number, pending: Pending[], documents: Map<string, HereDocument>): number {
  for (const document of pending.splice(0)) {
    const lines: string[] = [];
    let closed = false;
    while (at < source.length && !closed) {
      const newline = source.indexOf('\n', at);
      const end = newline < 0 ? source.length : newline;
      let line = source.slice(at, end);
      if (document.stripTabs) line = line.replace(/^\t+/, '');
      if (line.replace(/\r$/, '') === document.delimiter) closed = true;
      else lines.push(line);
      at = newline < 0 ? source.length : end + 1;
    }
    documents.set(document.placeholder, {
      body: lines.map((line) => `${line}\n`).join(''),
      expands: document.expands,
      closed,
    });
  }
  return at;
}
