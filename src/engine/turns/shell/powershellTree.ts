import type { Node } from 'web-tree-sitter';
import {
  literalWord,
  type CommandNode,
  type ListNode,
  type ListOperator,
  type Redirect,
  type ShellNode,
  type Word,
  type WordPart,
} from './script.ts';
import { wordOf } from './words.ts';
import { sourceOf } from './sourceOf.ts';

const MAX_DEPTH = 150;

/** Names of made-up commands that stand for what an expression does to a pipeline's output. */
export const INDEX = '[index]';
export const DESTROY = '[expression]';

const COMPOUND = new Map<string, 'if' | 'while' | 'case' | 'function' | 'try'>([
  ['if_statement', 'if'],
  ['while_statement', 'while'],
  ['do_statement', 'while'],
  ['for_statement', 'while'],
  ['switch_statement', 'case'],
  ['function_statement', 'function'],
  ['try_statement', 'try'],
]);

/** Makes the plain tree of what the PowerShell grammar read. */
export class PowershellTree {
  private readonly text: string;
  private depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  script(root: Node): ListNode {
    const list: ListNode = { kind: 'list', items: [] };
    this.collect(root.children, list);
    return list;
  }

  /** Statements below `node`, whatever blocks they stand in. */
  private collect(children: (Node | null)[], into: ListNode): void {
    if (++this.depth > MAX_DEPTH) {
      this.depth--;
      return;
    }
    for (const child of children) {
      if (!child?.isNamed) continue;
      if (child.type === 'pipeline') this.pipeline(child, into);
      else if (child.type === 'pipeline_chain') this.push(into, ';', this.chain(child));
      else if (child.type === 'command') this.push(into, ';', this.command(child));
      else if (child.type === 'foreach_statement') this.push(into, ';', this.foreach(child));
      else if (COMPOUND.has(child.type)) this.push(into, ';', this.compound(child, COMPOUND.get(child.type)!));
      else this.collect(child.children, into);
    }
    this.depth--;
  }

  private push(into: ListNode, operator: ListOperator, node: ShellNode): void {
    into.items.push({ operator, node, background: false });
  }

  private pipeline(node: Node, into: ListNode): void {
    let operator: ListOperator = ';';
    for (const child of node.children) {
      if (!child) continue;
      if (child.type === 'pipeline_chain') {
        this.push(into, operator, this.chain(child));
        operator = ';';
      } else if (child.type === 'pipeline_chain_tail') {
        operator = child.text.trim() === '||' ? '||' : '&&';
      } else if (child.type === 'assignment_expression') {
        this.push(into, ';', this.assignment(child));
      } else if (child.type === '&' && into.items.length > 0) {
        into.items[into.items.length - 1]!.background = true;
      }
    }
  }

  private block(children: (Node | null)[]): ListNode {
    const list: ListNode = { kind: 'list', items: [] };
    this.collect(children, list);
    return list;
  }

  private chain(node: Node): ShellNode {
    const parts: ShellNode[] = [];
    for (const child of node.children) {
      if (!child?.isNamed) continue;
      if (child.type === 'command') parts.push(this.command(child));
      else if (child.type === 'redirections') {
        const last = parts[parts.length - 1];
        if (last?.kind === 'command')
          for (const redirection of child.children) if (redirection) this.redirect(redirection, last);
      } else if (child.type !== 'comment' && child.type !== 'ERROR') parts.push(...this.expression(child));
    }
    const flat = parts.flatMap((part) => (part.kind === 'pipeline' ? part.parts : [part]));
    return flat.length === 1 ? flat[0]! : { kind: 'pipeline', parts: flat, negated: false };
  }

  /** What an expression puts out, as the parts of a pipeline. */
  private expression(outer: Node): ShellNode[] {
    if (++this.depth > MAX_DEPTH) {
      this.depth--;
      return [{ kind: 'other', text: '', error: true }];
    }
    try {
      const node = unwrapped(outer);
      switch (node.type) {
        case 'parenthesized_expression':
        case 'sub_expression': {
          const inner = this.block(node.children);
          return inner.items.length === 1 ? [inner.items[0]!.node] : [group(inner)];
        }
        case 'element_access': {
          const base = node.namedChild(0);
          const index = sourceOf(this.text, node).slice((base?.endIndex ?? node.startIndex) - node.startIndex);
          return [...(base ? this.expression(base) : []), command([INDEX, index.replace(/^\[|\]$/g, '')])];
        }
        case 'invokation_expression': {
          const type = node.namedChild(0);
          const member = node.children.find((child) => child?.type === 'member_name');
          const args = node.children.find((child) => child?.type === 'argument_list');
          if (type?.type !== 'type_literal') return [...(type ? this.expression(type) : []), command([DESTROY])];
          const made = command([`${type.text}::${member?.text ?? ''}`]);
          const first = args ? (firstOf(args, 'string_literal') ?? firstOf(args, 'variable')) : null;
          if (first) made.words.push(this.word(first));
          return [made];
        }
        case 'member_access': {
          const base = node.namedChild(0);
          return [...(base ? this.expression(base) : []), command([DESTROY])];
        }
        case 'comparison_expression': {
          const left = node.namedChild(0);
          const isJoin = node.children.some((child) => child && /^-join$/i.test(child.text));
          return [...(left ? this.expression(left) : []), ...(isJoin ? [] : [command([DESTROY])])];
        }
        case 'string_literal':
        case 'variable': {
          const made = command(['Write-Output']);
          made.words.push(this.word(node));
          return [made];
        }
        default:
          return [command([DESTROY])];
      }
    } finally {
      this.depth--;
    }
  }

  private command(node: Node): CommandNode {
    const made = command([]);
    made.error = node.hasError;
    const name = node.childForFieldName('command_name');
    if (name) made.words.push(this.word(name.type === 'command_name_expr' ? (name.namedChild(0) ?? name) : name));
    const elements = node.childForFieldName('command_elements');
    const words: Word[] = [];
    for (const child of elements?.children ?? []) {
      if (!child || child.type === 'command_argument_sep') continue;
      if (child.type === 'redirection') this.redirect(child, made);
      else if (child.type === 'command_parameter')
        words.push(literalWordOf(sourceOf(this.text, child).replace(/:$/, '')));
      else if (child.type === 'ERROR') words.push(...this.errorWords(child));
      else if (child.isNamed && !this.redirectToken(child, made)) words.push(this.word(child));
    }
    made.words.push(...joinedAtCommas(words));
    return made;
  }

  /** The grammar stumbles over the comma of `a, b`. */
  private errorWords(node: Node): Word[] {
    return node.children
      .map((child) => (child ? sourceOf(this.text, child).trim() : ''))
      .filter((text) => text !== '')
      .map(literalWordOf);
  }

  /** It reads `2>$null` and `>x` as words. */
  private redirectToken(node: Node, made: CommandNode): boolean {
    const match = node.type === 'generic_token' ? /^([1-6*]?)(>>?)(.+)$/.exec(sourceOf(this.text, node)) : null;
    if (!match) return false;
    const [, fd, operator, target] = match as unknown as [string, string, '>' | '>>', string];
    made.redirects.push({
      fd: fd === '' || fd === '*' ? null : Number(fd),
      operator: target.startsWith('&') ? '>&' : fd === '*' ? '&>' : operator,
      target: wordOf(target, partsOf(node, target.replace(/^&/, ''))),
      body: null,
      expands: false,
    });
    return true;
  }

  private redirect(node: Node, made: CommandNode): void {
    const operator = node.children.find((child) => child?.type.endsWith('redirection_operator'))?.text ?? '>';
    const match = /^([\d*]?)(>>?)(&[12])?$/.exec(operator);
    const target = firstOf(node, 'redirected_file_name');
    const file = target?.children.find((child) => child?.isNamed && child.type !== 'command_argument_sep');
    const form: Redirect['operator'] = match?.[3] ? '>&' : match?.[1] === '*' ? '&>' : match?.[2] === '>>' ? '>>' : '>';
    made.redirects.push({
      fd: match?.[1] && match[1] !== '*' ? Number(match[1]) : null,
      operator: form,
      target: file ? this.word(file) : match?.[3] ? literalWord(match[3].slice(1)) : null,
      body: null,
      expands: false,
    });
  }

  private assignment(node: Node): ShellNode {
    const left = node.children.find((child) => child?.type === 'left_assignment_expression');
    const value = node.childForFieldName('value');
    const name = (left?.text ?? '').replace(/^\$(script:|global:|local:)?/i, '');
    const made = command([]);
    const literal = value ? literalOf(value) : null;
    const from = literal || !value ? null : this.block([value]);
    made.assignments.push({
      name: name.toLowerCase(),
      value: literal ? this.word(literal) : null,
      from: from && from.items.length === 1 ? from.items[0]!.node : null,
    });
    return made;
  }

  private foreach(node: Node): ShellNode {
    const variable = node.children.find((child) => child?.type === 'variable');
    const source = node.children.find((child) => child?.type === 'pipeline');
    const strings: Word[] = [];
    let literal = source !== undefined;
    const array = source ? unwrapped(source) : null;
    const elements = array?.type === 'array_literal_expression' ? array.namedChildren : array ? [array] : [];
    for (const element of elements) {
      const inner = element ? unwrapped(element) : null;
      if (inner?.type === 'string_literal') strings.push(this.word(inner));
      else literal = false;
    }
    const body = this.block(node.children.find((child) => child?.type === 'statement_block')?.children ?? []);
    if (!literal)
      return { kind: 'compound', form: 'while', name: null, condition: null, branches: [body], redirects: [] };
    return {
      kind: 'for',
      variable: (variable?.text ?? '').slice(1).toLowerCase(),
      words: strings,
      body,
      redirects: [],
    };
  }

  private compound(node: Node, form: 'if' | 'while' | 'case' | 'function' | 'try'): ShellNode {
    const name = firstOf(node, 'function_name')?.text ?? null;
    const condition = node.childForFieldName('condition');
    const branches: ListNode[] = [];
    for (const child of node.children)
      if (child?.isNamed && child.id !== condition?.id) {
        const list = this.block([child]);
        if (list.items.length > 0) branches.push(list);
      }
    return {
      kind: 'compound',
      form,
      name,
      condition: condition ? this.block([condition]) : null,
      branches,
      redirects: [],
    };
  }

  private word(outer: Node): Word {
    const node = unwrapped(outer);
    const text = sourceOf(this.text, node);
    if (node.type === 'array_literal_expression' && node.namedChildCount > 1) {
      const words = node.namedChildren.map((child) => this.word(child!));
      if (words.some((word) => word.value === null)) return wordOf(text, [{ kind: 'unknown', text }]);
      const joined = wordOf(text, [{ kind: 'text', text: words.map((word) => word.value).join(','), quoted: false }]);
      return { ...joined, glob: words.some((word) => word.glob) };
    }
    return wordOf(text, partsOf(node.type === 'string_literal' ? (node.child(0) ?? node) : node, text));
  }
}

/** Down through the chain of expression nodes that hold one child each. */
function unwrapped(node: Node): Node {
  const stops = new Set([
    'parenthesized_expression',
    'string_literal',
    'variable',
    'sub_expression',
    'command',
    'script_block_expression',
  ]);
  let at = node;
  while (!stops.has(at.type) && at.namedChildCount === 1 && at.childCount === 1) at = at.namedChild(0)!;
  return at;
}

function literalOf(value: Node): Node | null {
  const inner = unwrapped(value);
  return inner.type === 'string_literal' || inner.type.endsWith('integer_literal') ? inner : null;
}

function firstOf(node: Node, type: string): Node | null {
  return node.descendantsOfType(type)[0] ?? null;
}

function partsOf(node: Node, text: string): WordPart[] {
  if (node.type === 'verbatim_string_characters')
    return [{ kind: 'text', text: text.slice(1, -1).replaceAll("''", "'"), quoted: true }];
  if (node.type === 'verbatim_here_string_characters' || node.type === 'expandable_here_string_literal') {
    const body = /^@['"][^\S\n]*\r?\n([^]*?)\r?\n['"]@$/.exec(text)?.[1] ?? '';
    return node.type === 'verbatim_here_string_characters'
      ? [{ kind: 'text', text: body, quoted: true }]
      : expandable(body, true);
  }
  if (node.type === 'expandable_string_literal') return expandable(text.slice(1, -1).replaceAll('""', '"'), true);
  if (/^\$[A-Za-z_][\w:]*$/.test(text)) return [{ kind: 'variable', name: text.slice(1).toLowerCase(), quoted: false }];
  if (/^\(\s*-?\d+\s*\.\.\s*-?\d+\s*\)$/.test(text)) return [{ kind: 'text', text, quoted: false }];
  if (/^[({@[]/.test(text) || text.startsWith('$(')) return [{ kind: 'unknown', text }];
  return expandable(text, false);
}

/** Variables in a string, and backquotes, which quote the next character. */
function expandable(text: string, quoted: boolean): WordPart[] {
  const parts: WordPart[] = [];
  for (const match of text.matchAll(/`([^])|\$([A-Za-z_]\w*)|\$\{(\w+)\}|(\$\([^)]*\))|\$|[^`$]+/g)) {
    const name = match[2] ?? match[3];
    if (match[1] !== undefined) {
      const escape: Record<string, string> = { n: '\n', t: '\t', r: '\r', '0': '\0' };
      parts.push({ kind: 'text', text: escape[match[1]] ?? match[1], quoted: true });
    } else if (name !== undefined) parts.push({ kind: 'variable', name: name.toLowerCase(), quoted });
    else if (match[4] !== undefined) parts.push({ kind: 'unknown', text: match[4] });
    else parts.push({ kind: 'text', text: match[0], quoted });
  }
  return parts;
}

/** One word of the elements of an array that was split at its commas. */
function joinedAtCommas(words: Word[]): Word[] {
  const out: Word[] = [];
  for (const word of words) {
    const last = out[out.length - 1];
    const joins = last && !word.quoted && !last.quoted && (word.text.startsWith(',') || last.text.endsWith(','));
    if (joins && last.value !== null && word.value !== null)
      out[out.length - 1] = literalWordOf(last.value + word.value);
    else out.push(word);
  }
  return out;
}

function command(words: string[]): CommandNode {
  return {
    kind: 'command',
    words: words.map(literalWordOf),
    assignments: [],
    redirects: [],
    nested: null,
    error: false,
  };
}

function literalWordOf(text: string): Word {
  return wordOf(text, [{ kind: 'text', text, quoted: false }]);
}

function group(body: ListNode): ShellNode {
  return { kind: 'group', subshell: false, body, redirects: [] };
}
