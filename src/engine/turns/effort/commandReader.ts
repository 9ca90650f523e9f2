import { attachNested } from '../shell/nested.ts';
import type { ShellParser } from '../shell/parseShell.ts';
import { literalWord, type ListNode } from '../shell/script.ts';
import { simpleCommands } from '../shell/simpleCommands.ts';
import type { EffortContext } from './effortContext.ts';

/** Reads command lines, and commands that a log holds as a list of arguments, with a parser whose grammars are loaded. */
export function commandReader(parser: ShellParser): EffortContext['commandsOf'] {
  return ({ text, shell, argv }) => {
    const kind = shell === 'powershell' ? 'powershell' : 'posix';
    if (argv === null) return simpleCommands(parser.parse(text, kind));
    if (argv.length === 0) return [];
    const body: ListNode = {
      kind: 'list',
      items: [
        {
          operator: ';',
          background: false,
          node: {
            kind: 'command',
            words: argv.map(literalWord),
            assignments: [],
            redirects: [],
            nested: null,
            error: false,
          },
        },
      ],
    };
    attachNested(body, (inner, innerKind) => parser.parse(inner, innerKind, 1));
    return simpleCommands({ kind, text, body, hasErrors: false, tooLarge: false });
  };
}
