import type { Node } from 'web-tree-sitter';
import { expandBraces } from './braces.ts';
import type { ListNode, Word, WordPart } from './script.ts';
import { unescapeAnsiC, unescapeDouble, unquotedParts, wordOf } from './words.ts';
import { sourceOf } from './sourceOf.ts';

/** Nodes of the bash grammar that are words. */
export const WORD_KINDS = new Set([
  'word',
  'number',
  'string',
  'raw_string',
  'ansi_c_string',
  'translated_string',
  'concatenation',
  'simple_expansion',
  'expansion',
  'command_substitution',
  'process_substitution',
  'arithmetic_expansion',
  'brace_expression',
  'extglob_pattern',
  'regex',
  'test_operator',
  'special_variable_name',
  'variable_name',
]);

/** Reads the words of a parsed POSIX text. */
export class PosixWords {
  private readonly text: string;
  private readonly nested: (children: (Node | null)[]) => ListNode | null;

  /** `nested` reads the commands of a substitution, or gives null when they nest too deep. */
  constructor(text: string, nested: (children: (Node | null)[]) => ListNode | null) {
    this.text = text;
    this.nested = nested;
  }

  words(node: Node): Word[] {
    const word = this.word(node);
    if (!word.text.includes('{')) return [word];
    const expanded = expandBraces(word.parts);
    return expanded.length === 1 ? [word] : expanded.map((parts) => wordOf(word.text, parts));
  }

  word(node: Node): Word {
    return wordOf(sourceOf(this.text, node), this.parts(node, false));
  }

  private parts(node: Node, quoted: boolean): WordPart[] {
    const text = sourceOf(this.text, node);
    switch (node.type) {
      case 'raw_string':
        return [
          { kind: 'text', text: text.slice(1, text.endsWith("'") && text.length > 1 ? -1 : undefined), quoted: true },
        ];
      case 'ansi_c_string':
        return [{ kind: 'text', text: unescapeAnsiC(text.slice(2, -1)), quoted: true }];
      case 'string':
        return this.stringParts(node);
      case 'translated_string':
        return node.child(1) ? this.parts(node.child(1)!, quoted) : [];
      case 'concatenation':
        return node.children.flatMap((child) => (child ? this.parts(child, quoted) : []));
      case 'simple_expansion':
        return [{ kind: 'variable', name: text.slice(1), quoted }];
      case 'expansion': {
        const name = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(text);
        return [name ? { kind: 'variable', name: name[1]!, quoted } : { kind: 'unknown', text }];
      }
      case 'command_substitution':
      case 'process_substitution': {
        const script = this.nested(node.children);
        if (!script) return [{ kind: 'unknown', text }];
        return [{ kind: 'substitution', script, process: node.type === 'process_substitution', quoted }];
      }
      case 'arithmetic_expansion':
        return [{ kind: 'unknown', text }];
      default:
        return unquotedParts(text);
    }
  }

  /** The grammar drops blanks between the parts of a string, so the gaps are filled from the text. */
  private stringParts(node: Node): WordPart[] {
    const out: WordPart[] = [{ kind: 'text', text: '', quoted: true }];
    let at = node.startIndex + 1;
    const plain = (to: number): void => {
      if (to > at) out.push({ kind: 'text', text: unescapeDouble(this.text.slice(at, to)), quoted: true });
    };
    let end = node.endIndex;
    for (const child of node.children) {
      if (!child || child.type === 'string_content') continue;
      if (child.type === '"') {
        if (child.startIndex > node.startIndex && !child.isMissing) end = child.startIndex;
        continue;
      }
      plain(child.startIndex);
      out.push(...this.parts(child, true));
      at = child.endIndex;
    }
    plain(end);
    return out;
  }
}
