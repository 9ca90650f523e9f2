import type { ListNode, Redirect, ShellNode, ShellScript, Word } from './script.ts';
import { programName, unwrap } from './unwrap.ts';

/** One simple command of a script, without the programs that only run it. */
export interface SimpleCommand {
  /** Program, without its folder; null when it is not known before it runs. */
  name: string | null;
  /** Arguments after quoting, literal variables of the same text put in; null where they are not known. */
  args: (string | null)[];
  /** Name and arguments as words. */
  words: Word[];
  /** What was taken away, outermost first: `sudo`, `timeout`, `bash`. */
  wrappers: string[];
  /** Place in its pipeline, from 0, and the number of its parts. */
  pipeline: { index: number; length: number };
  redirects: Redirect[];
  /** Text of the here-document or here-string that it gets as input. */
  input: string | null;
  context: CommandContext;
}

export interface CommandContext {
  /** In a loop: may have run any number of times. */
  loop: boolean;
  /** Ran only if the command before failed. */
  afterOr: boolean;
  /** Ran only if the command before succeeded. */
  afterAnd: boolean;
  /** In a branch of `if` or `case`, or in a function: may not have run. */
  conditional: boolean;
  background: boolean;
  subshell: boolean;
}

const PLAIN: CommandContext = {
  loop: false,
  afterOr: false,
  afterAnd: false,
  conditional: false,
  background: false,
  subshell: false,
};

/** The simple commands of a script in the order of the text, those inside `bash -lc "…"` in place of it. */
export function simpleCommands(script: ShellScript): SimpleCommand[] {
  const out: SimpleCommand[] = [];
  const walker = new Walker(out);
  walker.list(script.body, PLAIN, { index: 0, length: 1 });
  return out;
}

class Walker {
  private readonly variables = new Map<string, string | null>();
  private readonly wrappers: string[] = [];
  private readonly out: SimpleCommand[];

  constructor(out: SimpleCommand[]) {
    this.out = out;
  }

  list(list: ListNode, context: CommandContext, pipeline: SimpleCommand['pipeline']): void {
    for (const { node, operator, background } of list.items)
      this.node(
        node,
        {
          ...context,
          afterOr: context.afterOr || operator === '||',
          afterAnd: context.afterAnd || operator === '&&',
          background: context.background || background,
        },
        pipeline,
      );
  }

  private node(node: ShellNode, context: CommandContext, pipeline: SimpleCommand['pipeline']): void {
    switch (node.kind) {
      case 'command':
        return this.command(node, context, pipeline);
      case 'pipeline':
        return node.parts.forEach((part, index) => this.node(part, context, { index, length: node.parts.length }));
      case 'list':
        return this.list(node, context, pipeline);
      case 'group':
        return this.list(node.body, { ...context, subshell: context.subshell || node.subshell }, pipeline);
      case 'for':
        this.variables.set(node.variable, node.words.length === 1 ? this.valueOf(node.words[0]!) : null);
        return this.list(node.body, { ...context, loop: true }, pipeline);
      case 'compound': {
        const inner = { ...context, loop: context.loop || node.form === 'while', conditional: true };
        if (node.condition) this.list(node.condition, context, pipeline);
        return node.branches.forEach((branch) => this.list(branch, inner, pipeline));
      }
      case 'other':
        return;
    }
  }

  private command(
    node: Extract<ShellNode, { kind: 'command' }>,
    context: CommandContext,
    pipeline: SimpleCommand['pipeline'],
  ): void {
    for (const { name, value, from } of node.assignments) {
      if (from) this.node(from, context, pipeline);
      // `A=b cmd` sets it for that command only.
      if (node.words.length === 0 || /^(export|declare|local|readonly|typeset)$/.test(node.words[0]!.text))
        this.variables.set(name, value ? this.valueOf(value) : null);
    }
    if (node.words.length === 0) return;
    const unwrapped = unwrap(node.words);
    if (node.nested) {
      const shell = programName(unwrapped.words[0]);
      const added = [...unwrapped.wrappers, ...(shell ? [shell] : [])];
      this.wrappers.push(...added);
      this.list(node.nested.body, context, pipeline);
      this.wrappers.length -= added.length;
      return;
    }
    const first = unwrapped.words[0]!;
    const known = first.value === null ? this.valueOf(first) : null;
    const document = node.redirects.find((redirect) => redirect.operator === '<<' || redirect.operator === '<<<');
    this.out.push({
      name: known !== null ? known.replace(/^.*\//, '') : programName(first),
      args: unwrapped.words.slice(1).map((word) => this.valueOf(word)),
      words: unwrapped.words,
      wrappers: [...this.wrappers, ...unwrapped.wrappers],
      pipeline,
      redirects: node.redirects,
      input: document ? (document.body ?? (document.target ? this.valueOf(document.target) : null)) : null,
      context,
    });
  }

  private valueOf(word: Word): string | null {
    if (word.value !== null) return word.value;
    let out = '';
    for (const part of word.parts) {
      const value = part.kind === 'text' ? part.text : part.kind === 'variable' ? this.variables.get(part.name) : null;
      if (value === null || value === undefined) return null;
      out += value;
    }
    return out;
  }
}
