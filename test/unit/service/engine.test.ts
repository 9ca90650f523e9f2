import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { ENGINE_PROTOCOL, type AuditProgress } from '../../../src/protocol/engine.ts';
import { isRewheelError, type RewheelError } from '../../../src/protocol/errors.ts';
import {
  createEngineClient,
  type EngineClient,
  type EngineClientOptions,
  type EngineTransport,
} from '../../../src/service/client/engineClient.ts';
import { startEngineProcess } from '../../../src/service/client/processTransport.ts';
import { auditOf } from './auditRequest.ts';
import { memoryTransport } from './memoryTransport.ts';
import { longPython } from './samples.ts';
import { serviceBundles } from './serviceBundles.ts';

const PARENT = fileURLToPath(new URL('engineParent.ts', import.meta.url));

describe('the engine process', () => {
  let dist: string;
  let folder: string;
  let small: string;
  let large: string;
  let clients: EngineClient[] = [];

  before(async () => {
    dist = await serviceBundles();
    folder = await mkdtemp(join(tmpdir(), 'rewheel-engine-'));
    small = join(folder, 'small');
    large = join(folder, 'large');
    await mkdir(small);
    await mkdir(large);
    await writeFile(join(small, 'a.py'), 'def mean(xs):\n    total = sum(xs)\n    return total / len(xs)\n');
    await writeFile(join(small, 'b.ts'), 'export const twice = (n: number) => n * 2;\n');
    for (let i = 0; i < 24; i++) await writeFile(join(large, `m${i}.py`), longPython(500_000, i));
  });
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.dispose()));
    clients = [];
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** A client whose engines are real processes, with what it started. */
  function newClient(options: Partial<EngineClientOptions> = {}) {
    const started: EngineTransport[] = [];
    const states: string[] = [];
    const client = createEngineClient({
      start: () => {
        const transport = startEngineProcess({ enginePath: join(dist, 'engine.cjs') });
        started.push(transport);
        return transport;
      },
      initialize: { protocol: ENGINE_PROTOCOL, cacheFolder: null },
      onStateChange: (state) => states.push(state),
      ...options,
    });
    clients.push(client);
    return { client, started, states };
  }

  /** Audits the large folder; `onReading` is called once, when files are being parsed. */
  function auditLarge(client: EngineClient, onReading: () => void, signal?: AbortSignal) {
    let told = false;
    return client.audit(auditOf(large), {
      signal,
      onProgress: ({ phase, done }: AuditProgress) => {
        if (phase !== 'reading' || done === 0 || told) return;
        told = true;
        onReading();
      },
    });
  }

  const gone = async (pid: number): Promise<void> => {
    for (;;) {
      try {
        process.kill(pid, 0);
      } catch {
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  it('answers several audits at once, with progress, from one process', async () => {
    const { client, started, states } = newClient();
    const progress: AuditProgress[] = [];
    const [one, two] = await Promise.all([
      client.audit(auditOf(small), { onProgress: (value) => progress.push(value) }),
      client.audit(auditOf(small)),
    ]);
    assert.equal(one.report.scanned.files, 2);
    assert.deepEqual(two.report, one.report);
    assert.equal(one.timings.parsedFiles + two.timings.parsedFiles, 2);
    assert.ok(one.timings.peakRssMb > 0);
    assert.ok(progress.some(({ phase, done, total }) => phase === 'reading' && done === 2 && total === 2));
    assert.equal(started.length, 1);
    assert.deepEqual(states, ['starting', 'running']);
  });

  it('gives the report that the engine in the same process gives', async () => {
    const inProcess = createEngineClient({
      start: () => memoryTransport(dist),
      initialize: { protocol: ENGINE_PROTOCOL, cacheFolder: null },
    });
    clients.push(inProcess);
    const { report } = await newClient().client.audit(auditOf(small));
    assert.deepEqual((await inProcess.audit(auditOf(small))).report, report);
  });

  it('keeps facts for the next process, which gives the same report', async () => {
    const initialize = { protocol: ENGINE_PROTOCOL, cacheFolder: join(folder, 'cache') };
    const first = await newClient({ initialize }).client.audit(auditOf(small));
    const second = await newClient({ initialize }).client.audit(auditOf(small));
    assert.deepEqual(second.report, first.report);
    assert.deepEqual([first.timings.parsedFiles, second.timings.parsedFiles], [2, 0]);
    assert.deepEqual([...first.problems, ...second.problems], []);
  });

  it('tells of a cache that cannot be written, and answers all the same', async () => {
    const blocked = join(folder, 'blocked');
    await writeFile(blocked, '');
    const { client } = newClient({ initialize: { protocol: ENGINE_PROTOCOL, cacheFolder: join(blocked, 'cache') } });
    const { report, problems } = await client.audit(auditOf(small));
    assert.equal(report.scanned.files, 2);
    assert.equal(problems.filter((problem) => problem.includes('cannot be written')).length, 1);
  });

  it('hands on errors with their code', async () => {
    const { client, started } = newClient();
    await assert.rejects(client.audit(auditOf(join(folder, 'nowhere'))), (error) =>
      isRewheelError(error, 'not-a-folder'),
    );
    const malformed = { ...auditOf(small), only: 'everything' } as never;
    await assert.rejects(
      client.audit(malformed),
      (error) => isRewheelError(error, 'internal') && /malformed audit request.*only/.test(error.message),
    );
    assert.equal((await client.audit(auditOf(small))).report.scanned.files, 2);
    assert.equal(started.length, 1);
  });

  it('refuses a front end of another protocol', async () => {
    const { client } = newClient({ initialize: { protocol: 999, cacheFolder: null } });
    await assert.rejects(client.audit(auditOf(small)), (error) => isRewheelError(error, 'internal'));
  });

  it('stops a cancelled audit in the middle of parsing, and lives on', async () => {
    const { client, started } = newClient();
    const abort = new AbortController();
    await assert.rejects(
      auditLarge(client, () => abort.abort(), abort.signal),
      (error) => isRewheelError(error, 'cancelled'),
    );
    assert.equal((await client.audit(auditOf(small))).report.scanned.files, 2);
    assert.equal(started.length, 1);
  });

  it('is ended when it does not hear a cancellation, and started again for the next call', async () => {
    const { client, started, states } = newClient({ cancelGraceMs: 100 });
    const abort = new AbortController();
    const other = client.audit(auditOf(large));
    const otherRejected = assert.rejects(other, (error) => isRewheelError(error, 'engine-stopped'));
    await assert.rejects(
      auditLarge(
        client,
        () => {
          process.kill(started[0]!.pid!, 'SIGSTOP');
          abort.abort();
        },
        abort.signal,
      ),
      (error) => isRewheelError(error, 'cancelled'),
    );
    await otherRejected;
    await gone(started[0]!.pid!);
    assert.equal((await client.audit(auditOf(small))).report.scanned.files, 2);
    assert.equal(started.length, 2);
    assert.deepEqual(states, ['starting', 'running', 'stopped', 'starting', 'running']);
  });

  it('is started again after it was killed; every waiting call is rejected once', async () => {
    const { client, started } = newClient();
    const rejections: RewheelError[] = [];
    const calls = [
      auditLarge(client, () => process.kill(started[0]!.pid!, 'SIGKILL')),
      client.audit(auditOf(large)),
      client.audit(auditOf(large)),
    ].map((call) => call.catch((error: RewheelError) => rejections.push(error)));
    await Promise.all(calls);
    assert.deepEqual(
      rejections.map(({ code }) => code),
      ['engine-stopped', 'engine-stopped', 'engine-stopped'],
    );
    assert.match(rejections[0]!.message, /SIGKILL/);
    const again = await Promise.all([client.audit(auditOf(small)), client.audit(auditOf(small))]);
    assert.deepEqual(
      again.map(({ report }) => report.scanned.files),
      [2, 2],
    );
    assert.equal(started.length, 2, 'one new process for all calls');
  });

  it('rejects every call once when it cannot be started, and says why', async () => {
    const broken = join(folder, 'broken.cjs');
    await writeFile(broken, 'process.stderr.write("no such luck"); process.exit(3);');
    let starts = 0;
    const { client } = newClient({
      start: () => {
        starts++;
        return startEngineProcess({ enginePath: broken });
      },
    });
    const outcomes = await Promise.allSettled([client.audit(auditOf(small)), client.audit(auditOf(small))]);
    for (const outcome of outcomes) {
      assert.ok(outcome.status === 'rejected' && isRewheelError(outcome.reason, 'engine-stopped'));
      assert.match(outcome.reason.message, /exit code 3.*no such luck/);
    }
    assert.equal(starts, 1);
    await assert.rejects(client.audit(auditOf(small)));
    assert.equal(starts, 2);
  });

  it('is told from an engine that is not installed', async () => {
    const { client } = newClient({ start: () => startEngineProcess({ enginePath: join(folder, 'none.cjs') }) });
    await assert.rejects(client.audit(auditOf(small)), (error) => isRewheelError(error, 'engine-missing'));
  });

  it('is given up when what it says cannot be understood', async () => {
    const babbling = join(folder, 'babbling.cjs');
    await writeFile(babbling, 'process.stdout.write("Content-Length: x\\r\\n\\r\\n{}"); setInterval(() => 0, 1000);');
    let transport: EngineTransport;
    const { client } = newClient({ start: () => (transport = startEngineProcess({ enginePath: babbling })) });
    await assert.rejects(client.audit(auditOf(small)), (error) => isRewheelError(error, 'engine-stopped'));
    await gone(transport!.pid!);
  });

  it('ends when it is disposed of; calls that wait and later ones are rejected', async () => {
    const { client, started } = newClient();
    let disposed: Promise<void> | undefined;
    await assert.rejects(
      auditLarge(client, () => (disposed = client.dispose())),
      (error) => isRewheelError(error, 'engine-stopped'),
    );
    await disposed;
    await gone(started[0]!.pid!);
    await assert.rejects(client.audit(auditOf(small)), (error) => isRewheelError(error, 'engine-stopped'));
    assert.equal(started.length, 1);
  });

  it('ends when its parent was killed in the middle of an audit', async () => {
    const parent = spawn(process.execPath, ['--import', 'tsx', PARENT, join(dist, 'engine.cjs'), large], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
    parent.kill('SIGKILL');
    await gone(Number(line));
  });

  describe('spoken to directly', () => {
    function startRaw() {
      const child = spawn(process.execPath, [join(dist, 'engine.cjs')], { stdio: ['pipe', 'pipe', 'pipe'] });
      let words = '';
      child.stderr.on('data', (text: Buffer) => (words += text.toString()));
      return { child, ended: once(child, 'close') as Promise<[number]>, words: () => words };
    }

    it('ends with a reason when the stream is no messages', async () => {
      for (const rubbish of ['Content-Length: many\r\n\r\n{}', 'Content-Length: 5\r\n\r\n{nope']) {
        const { child, ended, words } = startRaw();
        child.stdin.write(rubbish);
        assert.equal((await ended)[0], 70, rubbish);
        assert.match(words(), /rewheel engine: the connection to the front end failed/);
      }
    });

    it('answers requests that it does not know or that come too early, and goes on', async () => {
      const { child, ended } = startRaw();
      const connection = createMessageConnection(
        new StreamMessageReader(child.stdout),
        new StreamMessageWriter(child.stdin),
      );
      connection.listen();
      await assert.rejects(connection.sendRequest('rewheel/unknown', {}), { code: -32601 });
      await assert.rejects(connection.sendRequest('rewheel/audit', auditOf(small), 'token'), /before initialize/);
      await assert.rejects(connection.sendRequest('rewheel/initialize', 'what'));
      const answer = await connection.sendRequest('rewheel/initialize', {
        protocol: ENGINE_PROTOCOL,
        cacheFolder: null,
      });
      assert.deepEqual(answer, { protocol: ENGINE_PROTOCOL, version: '0.0.0-dev' });
      await connection.sendRequest('rewheel/shutdown');
      assert.equal((await ended)[0], 0);
    });

    it('ends in good order when its input ends', async () => {
      const { child, ended, words } = startRaw();
      child.stdin.end();
      assert.deepEqual([(await ended)[0], words()], [0, '']);
    });
  });
});
