import { ENGINE_PROTOCOL } from '../../../src/protocol/engine.ts';
import { createEngineClient } from '../../../src/service/client/engineClient.ts';
import { startEngineProcess } from '../../../src/service/client/processTransport.ts';
import { auditOf } from './auditRequest.ts';

/*
 * A front end that starts an engine (`engineParent.ts ENGINE ROOT`), prints the engine's process id once an audit is
 * under way, and waits to be killed.
 */
const [enginePath, root] = process.argv.slice(2);
let pid: number | undefined;
let told = false;
const client = createEngineClient({
  start: () => {
    const transport = startEngineProcess({ enginePath: enginePath! });
    pid = transport.pid;
    return transport;
  },
  initialize: { protocol: ENGINE_PROTOCOL, cacheFolder: null },
});
await client.audit(auditOf(root!), {
  onProgress: ({ phase, done }) => {
    if (phase !== 'reading' || done === 0 || told) return;
    told = true;
    process.stdout.write(`${pid}\n`);
  },
});
process.stdout.write('answered\n');
setInterval(() => undefined, 1_000);
