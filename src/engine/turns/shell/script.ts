/**
 * A shell command line as a plain tree, the same for both grammars. Made by `parseShell`; holds nothing of the syntax
 * tree, so it may be kept and handed on.
 */
export type ShellKind = 'posix' | 'powershell';

export interface ShellScript {
  kind: ShellKind;
  text: string;
  body: ListNode;
  /** The grammar met something that it does not know. What could be read is in `body` all the same. */
  hasErrors: boolean;
  /** The text was too long or took too long: `body` is empty. */
  tooLarge: boolean;
}

export type ShellNode = CommandNode | PipelineNode | ListNode | GroupNode | ForNode | CompoundNode | OtherNode;

/** How a list goes on from the item before: `;` stands for new lines and the first item too. */
export type ListOperator = ';' | '&&' | '||';

export interface ListNode {
  kind: 'list';
  items: { operator: ListOperator; node: ShellNode; background: boolean }[];
}

export interface PipelineNode {
  kind: 'pipeline';
  /** At least two, or one that is negated. */
  parts: ShellNode[];
  negated: boolean;
}

export interface CommandNode {
  kind: 'command';
  /** The name first; empty for bare assignments and redirects. */
  words: Word[];
  assignments: Assignment[];
  redirects: Redirect[];
  /** Script that the command is a wrapper of (`bash -lc "…"`, `eval …`, `bash <<EOF`), where it stands literally. */
  nested: ShellScript | null;
  /** The grammar stumbled inside this command. */
  error: boolean;
}

export interface Assignment {
  name: string;
  /** Null for arrays and other values that are no word. */
  value: Word | null;
  /** PowerShell: pipeline whose output is kept. */
  from: ShellNode | null;
}

/** `{ …; }` or `( … )`. */
export interface GroupNode {
  kind: 'group';
  subshell: boolean;
  body: ListNode;
  redirects: Redirect[];
}

export interface ForNode {
  kind: 'for';
  variable: string;
  words: Word[];
  body: ListNode;
  redirects: Redirect[];
}

/** Statements whose way is not known before they run. `condition` holds what is run to decide, where it is commands. */
export interface CompoundNode {
  kind: 'compound';
  form: 'if' | 'while' | 'case' | 'function' | 'try';
  /** Name of a function. */
  name: string | null;
  condition: ListNode | null;
  branches: ListNode[];
  redirects: Redirect[];
}

/** Tests, arithmetic and whatever else prints nothing, or cannot be read (`error`). */
export interface OtherNode {
  kind: 'other';
  text: string;
  error: boolean;
}

export interface Word {
  /** As written. */
  text: string;
  /** After quoting when all of it is literal (a glob is its pattern), else null. */
  value: string | null;
  /** Has `*`, `?` or `[` outside quotes. */
  glob: boolean;
  /** Has quotes or escapes: then it is no option or keyword by accident. */
  quoted: boolean;
  parts: WordPart[];
}

export type WordPart =
  | { kind: 'text'; text: string; quoted: boolean }
  | { kind: 'variable'; name: string; quoted: boolean }
  /** `$(…)`, backquotes, `<(…)`. */
  | { kind: 'substitution'; script: ListNode; process: boolean; quoted: boolean }
  | { kind: 'unknown'; text: string };

export interface Redirect {
  /** Descriptor on the left; null: the operator's usual one. */
  fd: number | null;
  operator: '<' | '>' | '>>' | '>|' | '&>' | '&>>' | '>&' | '<&' | '<<<' | '<<' | '<>';
  target: Word | null;
  /** Text of a here-document. */
  body: string | null;
  /** A here-document whose variables are replaced. */
  expands: boolean;
}

export const EMPTY_LIST: ListNode = { kind: 'list', items: [] };

/** A word that is its text. */
export function literalWord(text: string): Word {
  return {
    text,
    value: text,
    glob: false,
    quoted: true,
    parts: text === '' ? [] : [{ kind: 'text', text, quoted: true }],
  };
}
