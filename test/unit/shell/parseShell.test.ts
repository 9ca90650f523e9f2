import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { GrammarSource } from '../../../src/engine/language/runtime.ts';
import { parseShell } from '../../../src/engine/turns/shell/parseShell.ts';
import type { ShellKind, ShellScript } from '../../../src/engine/turns/shell/script.ts';
import { simpleCommands, type SimpleCommand } from '../../../src/engine/turns/shell/simpleCommands.ts';
import { installedGrammars } from '../../support/grammars.ts';

interface Case {
  shell?: ShellKind;
  script: string;
  /** One line a simple command. */
  commands: string[];
}

const cases = JSON.parse(readFileSync(new URL('./cases/simpleCommands.json', import.meta.url), 'utf8')) as Case[];

describe('the simple commands of a shell text', () => {
  for (const { shell = 'posix', script, commands } of cases)
    it(`${shell}: ${script.replaceAll('\n', '⏎').slice(0, 100)}`, async () => {
      const parsed = await parseShell(script, shell, installedGrammars);
      assert.deepEqual(simpleCommands(parsed).map(line), commands);
    });

  it('gives up on a text over the limit, and on nothing else', async () => {
    const long = await parseShell(`echo ${'a'.repeat(300_000)}`, 'posix', installedGrammars);
    assert.equal(long.tooLarge, true);
    const heredoc = await parseShell(`cat > f <<'EOF'\n${'text\n'.repeat(200_000)}EOF\n`, 'posix', installedGrammars);
    assert.equal(heredoc.tooLarge, false);
    assert.equal(simpleCommands(heredoc)[0]?.input?.length, 1_000_000);
  });

  it('does not read chains that would end the thread’s runtime, and reads on', async () => {
    for (const link of ['a|', 'a;', '(', '$(', 'a && ', '{ ', '`', '"$(', 'if a; then ']) {
      assert.equal((await parseShell(link.repeat(20_000), 'posix', installedGrammars)).tooLarge, true, link);
    }
    assert.equal(simpleCommands(await parseShell('cat a.py', 'posix', installedGrammars))[0]?.name, 'cat');
  });

  it('loads the grammar of PowerShell when a text needs it', async () => {
    const loaded: string[] = [];
    const grammars: GrammarSource = {
      ...installedGrammars,
      grammar: (name) => (loaded.push(name), installedGrammars.grammar(name)),
    };
    await parseShell('cat a.py; cd cmd/x', 'posix', grammars);
    assert.deepEqual(loaded, ['bash']);
    const nested = await parseShell("pwsh -c 'gc a.py'", 'posix', grammars);
    assert.deepEqual(simpleCommands(nested).map(line), ['[pwsh] gc(a.py)']);
    await parseShell('gc b.py', 'powershell', grammars);
    assert.deepEqual(loaded, ['bash', 'powershell']);
  });

  it('never throws, whatever the text', async () => {
    const piece = fc.constantFrom(
      'cat',
      ' a.py',
      '$(',
      ')',
      '`',
      '"',
      "'",
      '|',
      '&&',
      '||',
      ';',
      '\n',
      '<<EOF',
      '<<',
      'EOF',
      '{',
      '}',
      '(',
      '((',
      '))',
      '[[',
      ']]',
      'if ',
      'then ',
      'fi',
      'for f in',
      ' do ',
      'done',
      '$x',
      '${',
      '\\',
      '>',
      '2>&1',
      '#',
      'bash -c ',
      '😀',
      '\0',
    );
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom<ShellKind>('posix', 'powershell'), async (script, shell) => {
        const parsed: ShellScript = await parseShell(script, shell, installedGrammars);
        simpleCommands(parsed);
      }),
      { numRuns: 400 },
    );
    const deep = await parseShell('('.repeat(5_000) + 'cat a' + ')'.repeat(5_000), 'posix', installedGrammars);
    simpleCommands(deep);
  });
});

/** `[wrappers] name(args) <input> {redirects} #context`, what is absent left out. */
function line(command: SimpleCommand): string {
  const { wrappers, name, args, input, redirects, pipeline, context } = command;
  const flags = Object.entries(context)
    .filter(([, on]) => on)
    .map(([flag]) => flag);
  if (pipeline.length > 1) flags.unshift(`${pipeline.index + 1}/${pipeline.length}`);
  const files = redirects
    .filter(({ operator }) => !operator.startsWith('<<'))
    .map(({ fd, operator, target }) => `${fd ?? ''}${operator}${target?.value ?? '?'}`);
  return [
    wrappers.length > 0 ? `[${wrappers.join(' ')}] ` : '',
    `${name ?? '?'}(${args.map((arg) => arg ?? '?').join(', ')})`,
    input === null ? '' : ` <${input}>`,
    files.length > 0 ? ` {${files.join(' ')}}` : '',
    flags.length > 0 ? ` #${flags.join(',')}` : '',
  ].join('');
}
