import { dirname } from 'node:path';
import { StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { serveEngine } from './engineServer.ts';

/*
 * The engine process: JSON-RPC on standard input and output, problems of the process itself on standard error. It ends
 * when its standard input does, which is also what happens when its parent dies.
 */

// Whatever a library prints must not end up between two messages.
console.log = console.info = console.debug = console.error;

let ending = false;
function end(why?: string): void {
  if (ending) return;
  ending = true;
  if (why) process.stderr.write(`rewheel engine: ${why}\n`);
  process.exit(why ? 70 : 0);
}

process.stdin.on('end', () => end());
process.stdout.on('error', () => end());
// Ctrl+C in a terminal reaches the whole process group; the front end decides what it means and closes the input.
process.on('SIGINT', () => undefined);

serveEngine({
  reader: new StreamMessageReader(process.stdin),
  writer: new StreamMessageWriter(process.stdout),
  distFolder: dirname(process.argv[1]!),
  onEnd: end,
});
