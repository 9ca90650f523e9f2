import type { Node } from 'web-tree-sitter';
import type { HereDocument } from './heredocs.ts';
import {
  EMPTY_LIST,
  type Assignment,
  type CommandNode,
  type ListNode,
  type ListOperator,
  type Redirect,
  type ShellNode,
  type Word,
} from './script.ts';
import { PosixWords, WORD_KINDS } from './posixWords.ts';
import { wordOf } from './words.ts';
import { sourceOf } from './sourceOf.ts';

/** Levels of nesting beyond which a text is not read: nobody writes such commands, and the stack has an end. */
const MAX_DEPTH = 150;

/** Makes the plain tree of what the bash grammar read. `text` is the text that was parsed, here-documents taken out. */
export class PosixTree {
  private readonly text: string;
  private readonly documents: Map<string, HereDocument>;
  private readonly reader: PosixWords;
  private depth = 0;

  constructor(text: string, documents: Map<string, HereDocument>) {
    this.text = text;
    this.documents = documents;
    this.reader = new PosixWords(text, (children) => (this.depth > MAX_DEPTH ? null : this.nested(children)));
  }

  script(root: Node): ListNode {
    return this.list(root.children);
  }

  private nested(children: (Node | null)[]): ListNode {
    this.depth++;
    const list = this.list(children);
    this.depth--;
    return list;
  }

  /** Statements with their separators, as they stand in a program, a group or a body. */
  private list(children: (Node | null)[]): ListNode {
    const list: ListNode = { kind: 'list', items: [] };
    let operator: ListOperator = ';';
    for (const child of children) {
      if (!child) continue;
      if (child.type === '&') {
        const last = list.items[list.items.length - 1];
        if (last) last.background = true;
      } else if (child.type === '&&' || child.type === '||') {
        operator = child.type;
        continue;
      } else if (child.type === 'ERROR') {
        this.append(list, ';', this.errorNode(child));
      } else if (child.isNamed && child.type !== 'comment') {
        this.append(list, operator, this.statement(child));
      }
      operator = ';';
    }
    return list;
  }

  /** Lists inside a list are flat, so that every command has the operator before it. */
  private append(list: ListNode, operator: ListOperator, node: ShellNode): void {
    if (node.kind !== 'list') {
      list.items.push({ operator, node, background: false });
      return;
    }
    node.items.forEach((item, i) => list.items.push(i === 0 ? { ...item, operator } : item));
  }

  private statement(node: Node): ShellNode {
    if (++this.depth > MAX_DEPTH) {
      this.depth--;
      return { kind: 'other', text: '', error: true };
    }
    try {
      return this.statementOf(node);
    } finally {
      this.depth--;
    }
  }

  private statementOf(node: Node): ShellNode {
    switch (node.type) {
      case 'command':
        return this.command(node);
      case 'variable_assignment':
        return { ...emptyCommand(), assignments: [this.assignment(node)] };
      case 'variable_assignments':
        return { ...emptyCommand(), assignments: this.named(node).map((child) => this.assignment(child)) };
      case 'declaration_command':
        return this.declaration(node);
      case 'list':
        return this.list(node.children);
      case 'pipeline':
        return this.pipeline(node);
      case 'redirected_statement':
        return this.redirected(node);
      case 'negated_command': {
        const inner = this.named(node)[0];
        const part = inner ? this.statement(inner) : other(sourceOf(this.text, node), true);
        return { kind: 'pipeline', parts: part.kind === 'pipeline' ? part.parts : [part], negated: true };
      }
      case 'subshell':
        return { kind: 'group', subshell: true, body: this.list(node.children), redirects: [] };
      case 'compound_statement':
        if (node.child(0)?.type === '((') return other(sourceOf(this.text, node), false);
        return { kind: 'group', subshell: false, body: this.list(node.children), redirects: [] };
      case 'for_statement':
        return this.forStatement(node);
      case 'c_style_for_statement':
      case 'while_statement': {
        const body = node.childForFieldName('body');
        const condition = node.type === 'while_statement' ? this.list(node.childrenForFieldName('condition')) : null;
        return {
          kind: 'compound',
          form: 'while',
          name: null,
          condition,
          branches: [body ? this.list(body.children) : EMPTY_LIST],
          redirects: [],
        };
      }
      case 'if_statement':
        return this.ifStatement(node);
      case 'case_statement': {
        const branches = this.named(node)
          .filter((child) => child.type === 'case_item')
          .map((item) => this.list(this.caseBody(item)));
        return { kind: 'compound', form: 'case', name: null, condition: null, branches, redirects: [] };
      }
      case 'function_definition': {
        const body = node.childForFieldName('body');
        return {
          kind: 'compound',
          form: 'function',
          name: node.childForFieldName('name')?.text ?? null,
          condition: null,
          branches: [body ? this.list([body]) : EMPTY_LIST],
          redirects: [],
        };
      }
      case 'test_command':
      case 'unset_command':
        return other(sourceOf(this.text, node), node.hasError);
      default:
        if (WORD_KINDS.has(node.type)) return { ...emptyCommand(), words: this.reader.words(node) };
        return other(sourceOf(this.text, node), true);
    }
  }

  private command(node: Node): CommandNode {
    const command = emptyCommand();
    command.error = node.hasError;
    for (const child of node.children) {
      if (!child) continue;
      if (child.type === 'variable_assignment') command.assignments.push(this.assignment(child));
      else if (child.type === 'command_name') {
        const inner = child.child(0);
        if (inner) command.words.push(...this.reader.words(inner));
      } else if (child.type.endsWith('_redirect')) this.addRedirect(command.redirects, command, child);
      else if (WORD_KINDS.has(child.type)) command.words.push(...this.reader.words(child));
      else if (child.isNamed && child.type !== 'comment') command.error = true;
      // Separate tokens that the grammar keeps as arguments of their own: `=`, `==`, `=~`, a lone `$`.
      else if (!child.isNamed && /^[=$]/.test(child.type))
        command.words.push(wordOf(child.type, [{ kind: 'text', text: child.type, quoted: false }]));
    }
    return command;
  }

  private declaration(node: Node): CommandNode {
    const command = emptyCommand();
    const keyword = node.child(0)?.type ?? 'declare';
    command.words.push(wordOf(keyword, [{ kind: 'text', text: keyword, quoted: false }]));
    for (const child of this.named(node)) {
      if (child.type === 'variable_assignment') command.assignments.push(this.assignment(child));
      else if (WORD_KINDS.has(child.type)) command.words.push(...this.reader.words(child));
    }
    return command;
  }

  private assignment(node: Node): Assignment {
    const name = node.childForFieldName('name');
    const value = node.childForFieldName('value');
    const appends = node.children.some((child) => child?.type === '+=');
    const plain = name?.type === 'variable_name' && !appends && value?.type !== 'array';
    return {
      name: name?.text ?? '',
      value: !plain ? null : value ? this.reader.word(value) : wordOf('', []),
      from: null,
    };
  }

  /** The grammar takes `a && b | c` and `a && b 2>&1 | c` for a pipeline that begins with a list: it ends with one. */
  private pipeline(node: Node): ShellNode {
    const parts: ShellNode[] = [];
    let lead: ListNode | null = null;
    let joinsErrors = false;
    for (const child of node.children) {
      if (!child) continue;
      if (child.type === '|' || child.type === '|&') {
        joinsErrors = child.type === '|&';
        const last = parts[parts.length - 1];
        if (joinsErrors && last?.kind === 'command') last.redirects.push(errorsToOutput());
        continue;
      }
      if (!child.isNamed || child.type === 'comment') continue;
      const part = child.type === 'ERROR' ? this.errorNode(child) : this.statement(child);
      if (part.kind === 'list' && part.items.length > 0) {
        const last = part.items.pop()!;
        if (parts.length === 0) {
          lead = part;
          lead.items.push(last);
          addPart(parts, last.node);
        } else {
          // `a | b && c` cannot stand inside a pipeline; what follows is left to the end of the list.
          part.items.push(last);
          parts.push(part.items[0]!.node);
          lead ??= { kind: 'list', items: [] };
          const tail = part.items.slice(1);
          lead.items.push({ operator: ';', node: joinParts(parts), background: false }, ...tail);
          return lead;
        }
      } else addPart(parts, part);
    }
    const joined = joinParts(parts);
    if (!lead) return joined;
    const last = lead.items[lead.items.length - 1]!;
    lead.items[lead.items.length - 1] = { ...last, node: joined };
    return lead;
  }

  private redirected(node: Node): ShellNode {
    const body = node.childForFieldName('body');
    const target: ShellNode = body ? this.statement(body) : emptyCommand();
    const holder = redirectHolder(target);
    const redirects: Redirect[] = [];
    for (const child of node.children)
      if (child?.type.endsWith('_redirect'))
        this.addRedirect(redirects, holder?.kind === 'command' ? holder : null, child);
    holder?.redirects.push(...redirects);
    return target;
  }

  /** The grammar gives words after a redirect's target to the redirect; they are arguments. */
  private addRedirect(into: Redirect[], command: CommandNode | null, node: Node): void {
    const fd = node.childForFieldName('descriptor');
    const operator = node.children.find((child) => child && /^[<>&]/.test(child.type))?.type ?? '>';
    const targets = this.named(node).filter((child) => WORD_KINDS.has(child.type));
    const [first, ...rest] = targets.flatMap((child) => this.reader.words(child));
    command?.words.push(...rest);
    const document = operator === '<' && first ? this.documents.get(first.text) : undefined;
    into.push({
      fd: fd ? Number(fd.text) : null,
      operator: document ? '<<' : (operator.replace(/-$/, '') as Redirect['operator']),
      target: document ? null : (first ?? null),
      body: document?.body ?? null,
      expands: document?.expands ?? false,
    });
  }

  private forStatement(node: Node): ShellNode {
    const body = node.childForFieldName('body');
    return {
      kind: 'for',
      variable: node.childForFieldName('variable')?.text ?? '',
      words: node.childrenForFieldName('value').flatMap((child) => (child ? this.reader.words(child) : [])),
      body: body ? this.list(body.children) : EMPTY_LIST,
      redirects: [],
    };
  }

  private ifStatement(node: Node): ShellNode {
    const branches: ListNode[] = [];
    const conditions: (Node | null)[] = [...node.childrenForFieldName('condition')];
    const conditionIds = new Set(conditions.map((child) => child?.id));
    const first: (Node | null)[] = [];
    for (const child of node.children) {
      if (!child || conditionIds.has(child.id)) continue;
      if (child.type === 'elif_clause' || child.type === 'else_clause') branches.push(this.list(child.children));
      else first.push(child);
    }
    branches.unshift(this.list(first));
    return {
      kind: 'compound',
      form: 'if',
      name: null,
      condition: this.list(conditions),
      branches,
      redirects: [],
    };
  }

  private caseBody(item: Node): (Node | null)[] {
    const close = item.children.findIndex((child) => child?.type === ')');
    return item.children.slice(close + 1);
  }

  /** What could be read inside text that the grammar gave up on: whole commands in it. */
  private errorNode(node: Node): ShellNode {
    const list = this.list(node.children.filter((child) => child && !WORD_KINDS.has(child.type)));
    const commands = list.items.filter((item) => item.node.kind !== 'other');
    if (commands.length === 0) return other(sourceOf(this.text, node), true);
    return { kind: 'list', items: commands };
  }

  private named(node: Node): Node[] {
    return node.children.filter((child): child is Node => child !== null && child.isNamed && child.type !== 'comment');
  }
}

function emptyCommand(): CommandNode {
  return { kind: 'command', words: [], assignments: [], redirects: [], nested: null, error: false };
}

function other(text: string, error: boolean): ShellNode {
  return { kind: 'other', text, error };
}

function errorsToOutput(): Redirect {
  const target: Word = wordOf('1', [{ kind: 'text', text: '1', quoted: false }]);
  return { fd: 2, operator: '>&', target, body: null, expands: false };
}

function addPart(parts: ShellNode[], part: ShellNode): void {
  if (part.kind === 'pipeline' && !part.negated) parts.push(...part.parts);
  else parts.push(part);
}

function joinParts(parts: ShellNode[]): ShellNode {
  return parts.length === 1 ? parts[0]! : { kind: 'pipeline', parts, negated: false };
}

/** Redirects after a list or pipeline belong to its last command. */
function redirectHolder(node: ShellNode): Exclude<ShellNode, { kind: 'list' | 'pipeline' | 'other' }> | null {
  if (node.kind === 'list') {
    const last = node.items[node.items.length - 1];
    return last ? redirectHolder(last.node) : null;
  }
  if (node.kind === 'pipeline') return redirectHolder(node.parts[node.parts.length - 1]!);
  return node.kind === 'other' ? null : node;
}
