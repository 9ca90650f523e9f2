import { Command, CommanderError } from 'commander';
import { ERROR_CODES, RewheelError } from '../protocol/errors.ts';
import { VERSION } from '../protocol/version.ts';
import { addAudit } from './auditCommand.ts';
import { addIndex } from './indexCommand.ts';
import { addLogs } from './logsCommand.ts';
import { addTurns } from './turnsCommand.ts';
import { complain } from './complain.ts';

/**
 * Runs the command line and gives its exit code (design.md section 3). Results go to standard output, everything else
 * to standard error.
 * @param args arguments after the program's name
 */
export async function main(args: string[]): Promise<number> {
  const program = new Command('rewheel')
    .description('See what a coding agent reused and what it wrote again.')
    .version(VERSION)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'rewheel: ')) })
    .showHelpAfterError('(rewheel --help lists commands and flags)');
  let exitCode = 0;
  const finish = (code: number): void => {
    exitCode = code;
  };
  addAudit(program, finish);
  addIndex(program, finish);
  addTurns(program, finish);
  addLogs(program, finish);
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    return report(error);
  }
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof RewheelError) {
    complain(error.message);
    return error.exitCode;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`rewheel: this is a fault in Rewheel, please report it:\n${text}\n`);
  return 70;
}

// A reader that closes the pipe early (`rewheel … | head`) is no fault, and what the audit found is still its exit code.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(`rewheel: the output cannot be written: ${error.message}\n`);
    process.exit(ERROR_CODES['output-failed']);
  });
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
