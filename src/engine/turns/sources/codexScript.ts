/** What a script of the tool `exec` calls. */
export interface ScriptCalls {
  commands: { cmd: string; workdir: string | null }[];
  patches: string[];
}

const CALL = /\btools\s*\.\s*(exec_command|shell_command|apply_patch)\s*\(\s*/g;

/**
 * The commands and patches that a script for the tool `exec` names outright: arguments that are string literals, or an
 * object literal with such. What the script works out is not known.
 * @param script JavaScript, never run
 */
export function scriptCalls(script: string): ScriptCalls {
  const calls: ScriptCalls = { commands: [], patches: [] };
  CALL.lastIndex = 0;
  for (let call = CALL.exec(script); call; call = CALL.exec(script)) {
    const reader = new LiteralReader(script, CALL.lastIndex);
    const text = reader.text();
    const fields = text === null ? reader.fields() : new Map<string, string>();
    CALL.lastIndex = Math.max(CALL.lastIndex, reader.at);
    if (call[1] === 'apply_patch') {
      const patch = text ?? fields.get('input') ?? fields.get('patch');
      if (patch !== undefined) calls.patches.push(patch);
    } else {
      const cmd = text ?? fields.get('cmd') ?? fields.get('command');
      if (cmd !== undefined) calls.commands.push({ cmd, workdir: fields.get('workdir') ?? null });
    }
  }
  return calls;
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0', '\n': '' };

/** Reads literals of JavaScript from a place on. */
class LiteralReader {
  at: number;
  readonly #script: string;

  constructor(script: string, at: number) {
    this.#script = script;
    this.at = at;
  }

  /** A string literal, or a template without values; null when there is none here, and `at` stays. */
  text(): string | null {
    const quote = this.#script[this.at];
    if (quote !== '"' && quote !== "'" && quote !== '`') return null;
    let text = '';
    for (let at = this.at + 1; at < this.#script.length; at++) {
      const char = this.#script[at]!;
      if (char === quote) {
        this.at = at + 1;
        return text;
      }
      if (quote === '`' && char === '$' && this.#script[at + 1] === '{') return null;
      if (quote !== '`' && char === '\n') return null;
      if (char !== '\\') text += char;
      else {
        const escape = /^(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|\r\n)/i.exec(
          this.#script.slice(at + 1, at + 10),
        );
        const code = escape?.[1] ?? escape?.[2] ?? escape?.[3];
        if (escape) {
          const point = code === undefined ? null : Number.parseInt(code, 16);
          if (point !== null && point <= 0x10ffff) text += String.fromCodePoint(point);
          at += escape[0].length;
        } else {
          const next = this.#script[++at] ?? '';
          text += ESCAPES[next] ?? next;
        }
      }
    }
    return null;
  }

  /** The fields of an object literal whose values are string literals. */
  fields(): Map<string, string> {
    const fields = new Map<string, string>();
    if (this.#script[this.at] !== '{') return fields;
    this.at++;
    for (;;) {
      this.#space();
      const name = this.text() ?? this.#word();
      if (name === null) return fields;
      this.#space();
      if (this.#script[this.at] !== ':') return fields;
      this.at++;
      this.#space();
      const value = this.text();
      if (value !== null) fields.set(name, value);
      else if (this.#word() === null) return fields;
      this.#space();
      if (this.#script[this.at] !== ',') return fields;
      this.at++;
    }
  }

  #space(): void {
    while (/\s/.test(this.#script[this.at] ?? '')) this.at++;
  }

  #word(): string | null {
    const from = this.at;
    while (/[\w$.-]/.test(this.#script[this.at] ?? '')) this.at++;
    return this.at === from ? null : this.#script.slice(from, this.at);
  }
}
