import {
  createMessageConnection,
  type CancellationToken,
  type Disposable,
  type MessageReader,
  type MessageWriter,
} from 'vscode-jsonrpc/node';
import type { Logger } from '../../engine/ports/ports.ts';
import { factsFolder } from '../../platform/files/dataFolder.ts';
import {
  ENGINE_PROTOCOL,
  type AuditProgress,
  type AuditRequest,
  type AuditResponse,
  type InitializeResponse,
} from '../../protocol/engine.ts';
import { RewheelError } from '../../protocol/errors.ts';
import { VERSION } from '../../protocol/version.ts';
import {
  acceptType,
  auditType,
  initializeType,
  logType,
  mergeBaseType,
  progressType,
  refsType,
  shutdownType,
} from '../rpc.ts';
import { acceptFinding } from './acceptFinding.ts';
import { answer } from './answer.ts';
import { openFacts, type OpenFacts } from './openFacts.ts';
import { readMergeBase, readRefs } from './refs.ts';
import {
  checkAcceptRequest,
  checkAuditRequest,
  checkInitializeRequest,
  checkMergeBaseRequest,
  checkRefsRequest,
} from './requestSchema.ts';
import { runAudit } from './runAudit.ts';
import { serveTurns } from './watch/turnMethods.ts';

export interface EngineServerOptions {
  reader: MessageReader;
  writer: MessageWriter;
  /** Folder of the bundles: parse.cjs and grammars/. */
  distFolder: string;
  /** Called when the front end is gone or asked for the end; `why` is set when something went wrong. */
  onEnd: (why?: string) => void;
}

/** Serves the engine's methods on a connection until the other side goes away. */
export function serveEngine({ reader, writer, distFolder, onEnd }: EngineServerOptions): Disposable {
  const connection = createMessageConnection(reader, writer, {
    error: (message) => process.stderr.write(`${message}\n`),
    warn: (message) => process.stderr.write(`${message}\n`),
    info: () => undefined,
    log: () => undefined,
  });
  const logger: Logger = {
    log: (level, topic, message) => void connection.sendNotification(logType, { level, topic, message }).catch(ignore),
  };
  let running: Promise<OpenFacts> | undefined;

  connection.onRequest(initializeType, (value) =>
    answer(logger, async (): Promise<InitializeResponse> => {
      const request = checkInitializeRequest(value);
      const cacheFolder = request.cacheFolder === undefined ? factsFolder() : request.cacheFolder;
      running ??= openFacts({ distFolder, cacheFolder, logger });
      await running;
      return { protocol: ENGINE_PROTOCOL, version: VERSION };
    }),
  );
  connection.onRequest(auditType, (value, progressToken, token) =>
    answer(logger, async () => {
      const request = checkAuditRequest(value);
      if (!running) throw new RewheelError('internal', 'an audit was asked for before initialize');
      const tell = (progress: AuditProgress): void =>
        void connection.sendProgress(progressType, progressToken, progress).catch(ignore);
      return audit(await running, request, token, logger, seldom(tell));
    }),
  );
  connection.onRequest(refsType, (value, token) =>
    answer(logger, () => cancellable(token, (signal) => readRefs(checkRefsRequest(value), signal))),
  );
  connection.onRequest(mergeBaseType, (value, token) =>
    answer(logger, () => cancellable(token, (signal) => readMergeBase(checkMergeBaseRequest(value), signal))),
  );
  connection.onRequest(acceptType, (value) => answer(logger, () => acceptFinding(checkAcceptRequest(value))));
  const turns = serveTurns(connection, logger);
  connection.onRequest(shutdownType, () =>
    answer(logger, async () => {
      await turns.close();
      await (await running)?.facts.close();
      setImmediate(() => {
        // Messages go out one after the other: when this one has, the answer has too.
        const lastWords = { level: 'debug', topic: 'engine', message: 'the engine ends' } as const;
        void connection
          .sendNotification(logType, lastWords)
          .catch(ignore)
          .then(() => onEnd());
      });
      return null;
    }),
  );
  connection.onError(([error]) => onEnd(`the connection to the front end failed: ${error.message}`));
  connection.onClose(() => {
    void turns.close();
    onEnd();
  });
  connection.listen();
  return connection;
}

/** Milliseconds between two messages of one phase: thousands of files make thousands of steps. */
const PROGRESS_MS = 40;

/** Passes on the beginning and the end of every phase at once, and steps between them now and then. */
function seldom(tell: (progress: AuditProgress) => void): (progress: AuditProgress) => void {
  let phase = '';
  let last = 0;
  return (progress) => {
    const now = performance.now();
    const isLast = progress.done === progress.total;
    if (progress.phase === phase && !isLast && now - last < PROGRESS_MS) return;
    phase = progress.phase;
    last = now;
    tell(progress);
  };
}

async function audit(
  { facts, cache, keys, distFolder }: OpenFacts,
  request: AuditRequest,
  token: CancellationToken,
  logger: Logger,
  onProgress: (progress: AuditProgress) => void,
): Promise<AuditResponse> {
  const startedAt = performance.now();
  return cancellable(token, async (signal) => {
    const session = facts.session();
    const response = await runAudit(request, { facts: session, logger, signal, onProgress, keys, distFolder });
    // What could not be kept belongs to this answer, and a front end that leaves after it loses nothing.
    await cache?.flush();
    return {
      ...response,
      problems: [...response.problems, ...(cache?.takeProblems() ?? [])],
      timings: {
        totalMs: Math.round(performance.now() - startedAt),
        parsedFiles: session.parsedFiles,
        cachedFiles: session.cachedFiles,
        peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
      },
    };
  });
}

/** Runs `work` with a signal for the protocol's cancellation; what it threw after that is `cancelled`. */
async function cancellable<T>(token: CancellationToken, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const listener = token.onCancellationRequested(() => abort.abort());
  if (token.isCancellationRequested) abort.abort();
  try {
    return await work(abort.signal);
  } catch (error) {
    if (abort.signal.aborted) throw new RewheelError('cancelled', 'cancelled', { cause: error });
    throw error;
  } finally {
    listener.dispose();
  }
}

function ignore(): void {
  // The front end is gone: nobody is left to tell, and onEnd follows.
}
