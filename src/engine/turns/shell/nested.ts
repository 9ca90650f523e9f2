import type { ListNode, ShellKind, ShellNode, ShellScript } from './script.ts';
import { unwrap } from './unwrap.ts';

/** Sets `nested` of every command that gives another shell a literal text to run. */
export function attachNested(list: ListNode, parse: (text: string, kind: ShellKind) => ShellScript): void {
  for (const { node } of list.items) visit(node, parse);
}

function visit(node: ShellNode, parse: (text: string, kind: ShellKind) => ShellScript): void {
  switch (node.kind) {
    case 'list':
      return attachNested(node, parse);
    case 'pipeline':
      return node.parts.forEach((part) => visit(part, parse));
    case 'group':
    case 'for':
      return attachNested(node.body, parse);
    case 'compound':
      if (node.condition) attachNested(node.condition, parse);
      return node.branches.forEach((branch) => attachNested(branch, parse));
    case 'command': {
      const { script, readsInput } = unwrap(node.words);
      const text = script?.word.value ?? null;
      if (script && text !== null) node.nested = parse(text, script.kind);
      else if (readsInput) {
        const document = node.redirects.find((redirect) => redirect.operator === '<<');
        if (document && document.body !== null) node.nested = parse(document.body, 'posix');
      }
      for (const { from } of node.assignments) if (from) visit(from, parse);
      return;
    }
    case 'other':
      return;
  }
}
