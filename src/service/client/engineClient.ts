import {
  CancellationTokenSource,
  createMessageConnection,
  type CancellationToken,
  type Disposable,
  type MessageConnection,
  type MessageReader,
  type MessageWriter,
  type RequestType,
} from 'vscode-jsonrpc/node';
import type {
  AcceptRequest,
  AcceptResponse,
  AuditProgress,
  AuditRequest,
  AuditResponse,
  ErrorData,
  InitializeRequest,
  LogMessage,
  MergeBaseRequest,
  MergeBaseResponse,
  RefsRequest,
  RefsResponse,
} from '../../protocol/engine.ts';
import type {
  BeginTurnRequest,
  EndTurnRequest,
  StateChangesRequest,
  StateChangesResponse,
  StateFileRequest,
  StateFileResponse,
  TurnEvent,
  TurnRecord,
  TurnsRequest,
  TurnsResponse,
  UserEditNotice,
  WatchRequest,
} from '../../protocol/turns.ts';
import { RewheelError } from '../../protocol/errors.ts';
import {
  acceptType,
  auditType,
  beginTurnType,
  endTurnType,
  initializeType,
  logType,
  mergeBaseType,
  progressType,
  refsType,
  shutdownType,
  stateChangesType,
  stateFileType,
  turnEventType,
  turnsType,
  unwatchType,
  userEditedType,
  watchType,
} from '../rpc.ts';
import { isUndelivered, PIPE_CLOSED, toRewheelError } from './rpcErrors.ts';
import { Watched } from './watched.ts';
import { within } from './within.ts';

/** A way to a running engine. */
export interface EngineTransport {
  reader: MessageReader;
  writer: MessageWriter;
  /** `listener` is called once with the reason when the engine has ended, at once if it has already. */
  onExit(listener: (why: string) => void): Disposable;
  /** Ends the engine without asking it. */
  kill(): void;
  /** Process id, where the engine is a process. */
  pid?: number;
}

export type EngineState = 'stopped' | 'starting' | 'running';

export interface EngineClientOptions {
  /** Starts an engine. Called for the first call, and for the next one after the engine was lost. */
  start: () => EngineTransport;
  initialize: InitializeRequest;
  onLog?: (message: LogMessage) => void;
  onStateChange?: (state: EngineState) => void;
  /** What happens in the workspaces that are watched. */
  onTurnEvent?: (event: TurnEvent) => void;
  /** Milliseconds that the engine has to answer a cancellation before it is ended. */
  cancelGraceMs?: number;
}

export interface AuditCallOptions {
  signal?: AbortSignal;
  onProgress?: (progress: AuditProgress) => void;
}

export interface EngineClient {
  /**
   * Runs an audit. Starts the engine when none runs.
   * @throws RewheelError with the engine's code; `cancelled` as soon as the signal says so; `engine-stopped` when the
   *   engine is lost before it has answered.
   */
  audit(request: AuditRequest, options?: AuditCallOptions): Promise<AuditResponse>;
  /** What a turn can be compared with. @throws RewheelError as `audit` does */
  refs(request: RefsRequest, options?: { signal?: AbortSignal }): Promise<RefsResponse>;
  /** The merge base of HEAD and a revision. @throws RewheelError as `audit` does */
  mergeBase(request: MergeBaseRequest, options?: { signal?: AbortSignal }): Promise<MergeBaseResponse>;
  /** Puts a finding into the baseline. @throws RewheelError as `audit` does; `bad-baseline`, `output-failed` */
  accept(request: AcceptRequest): Promise<AcceptResponse>;
  /** The turns that are kept of a workspace. @throws RewheelError as `audit` does; the same holds for the others */
  turns(request: TurnsRequest, options?: { signal?: AbortSignal }): Promise<TurnsResponse>;
  beginTurn(request: BeginTurnRequest, options?: { signal?: AbortSignal }): Promise<TurnRecord>;
  endTurn(request: EndTurnRequest, options?: { signal?: AbortSignal }): Promise<TurnRecord>;
  /** Files that differ between two states that are kept. */
  stateChanges(request: StateChangesRequest, options?: { signal?: AbortSignal }): Promise<StateChangesResponse>;
  /** Text of a file in a state that is kept. */
  stateFile(request: StateFileRequest, options?: { signal?: AbortSignal }): Promise<StateFileResponse>;
  /**
   * Watches a workspace until `unwatch`. When the engine is lost it is started again and watches again; when that is of no
   * use, `onTurnEvent` gets a `stopped`.
   */
  watch(request: WatchRequest, options?: { signal?: AbortSignal }): Promise<void>;
  unwatch(request: TurnsRequest, options?: { signal?: AbortSignal }): Promise<void>;
  /** Tells the engine that the user wrote files; nothing where it does not watch. */
  userEdited(notice: UserEditNotice): Promise<void>;
  /** Ends the engine in good order, else by force. Waiting calls are rejected; later ones too. */
  dispose(): Promise<void>;
}

const CANCEL_GRACE_MS = 5_000;
const SHUTDOWN_GRACE_MS = 3_000;
const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 5_000;

/** Makes a client; no engine is started before the first call. */
export function createEngineClient(options: EngineClientOptions): EngineClient {
  return new Client(options);
}

interface Engine {
  transport: EngineTransport;
  connection: MessageConnection;
  /** Rejects one waiting call. */
  waiting: Set<(error: RewheelError) => void>;
  lost: RewheelError | undefined;
  onLost: () => void;
}

class Client implements EngineClient {
  private readonly options: EngineClientOptions;
  private current: Promise<Engine> | undefined;
  private losses = 0;
  private lostAt = 0;
  private token = 0;
  private disposed = false;
  private endBackOff = (): void => undefined;
  private readonly starting = new Set<Engine>();
  private readonly watched: Watched;

  constructor(options: EngineClientOptions) {
    this.options = options;
    this.watched = new Watched({
      restart: () => this.engine(),
      tell: (event) => this.options.onTurnEvent?.(event),
    });
  }

  audit(request: AuditRequest, options: AuditCallOptions = {}): Promise<AuditResponse> {
    return this.call(
      (connection, token, cancellation) => connection.sendRequest(auditType, request, token, cancellation),
      options,
    );
  }

  refs(request: RefsRequest, options: { signal?: AbortSignal } = {}): Promise<RefsResponse> {
    return this.ask(refsType, request, options);
  }

  mergeBase(request: MergeBaseRequest, options: { signal?: AbortSignal } = {}): Promise<MergeBaseResponse> {
    return this.ask(mergeBaseType, request, options);
  }

  accept(request: AcceptRequest): Promise<AcceptResponse> {
    return this.ask(acceptType, request, {});
  }

  turns(request: TurnsRequest, options: { signal?: AbortSignal } = {}): Promise<TurnsResponse> {
    return this.ask(turnsType, request, options);
  }

  beginTurn(request: BeginTurnRequest, options: { signal?: AbortSignal } = {}): Promise<TurnRecord> {
    return this.ask(beginTurnType, request, options);
  }

  endTurn(request: EndTurnRequest, options: { signal?: AbortSignal } = {}): Promise<TurnRecord> {
    return this.ask(endTurnType, request, options);
  }

  stateChanges(request: StateChangesRequest, options: { signal?: AbortSignal } = {}): Promise<StateChangesResponse> {
    return this.ask(stateChangesType, request, options);
  }

  stateFile(request: StateFileRequest, options: { signal?: AbortSignal } = {}): Promise<StateFileResponse> {
    return this.ask(stateFileType, request, options);
  }

  async watch(request: WatchRequest, options: { signal?: AbortSignal } = {}): Promise<void> {
    await this.ask(watchType, request, options);
    this.watched.add(request);
  }

  async unwatch(request: TurnsRequest, options: { signal?: AbortSignal } = {}): Promise<void> {
    this.watched.remove(request.root);
    // An engine that does not run watches nothing.
    if (this.current) await this.call((engine, _, token) => engine.sendRequest(unwatchType, request, token), options);
  }

  async userEdited(notice: UserEditNotice): Promise<void> {
    if (!this.watched.has(notice.root)) return;
    const engine = await this.current?.catch(() => undefined);
    if (engine && !engine.lost) await engine.connection.sendNotification(userEditedType, notice).catch(() => undefined);
  }

  private ask<Request, Response>(
    type: RequestType<Request, Response, ErrorData>,
    request: Request,
    options: { signal?: AbortSignal },
  ): Promise<Response> {
    return this.call((connection, _, token) => connection.sendRequest(type, request, token), options);
  }

  /** Sends one request, on an engine that is started when none runs. Progress comes under the token that `send` gets. */
  private call<T>(
    send: (connection: MessageConnection, token: string, cancellation: CancellationToken) => Promise<T>,
    { signal, onProgress }: AuditCallOptions,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const source = new CancellationTokenSource();
      const cleanUp: (() => void)[] = [];
      let settled = false;
      const settle = (finish: () => void): void => {
        if (settled) return;
        settled = true;
        for (const step of cleanUp) step();
        finish();
      };
      const fail = (error: RewheelError): void => settle(() => reject(error));
      const onAbort = (): void => {
        source.cancel();
        fail(new RewheelError('cancelled', 'cancelled'));
      };
      if (signal?.aborted) return onAbort();
      signal?.addEventListener('abort', onAbort, { once: true });
      cleanUp.push(() => signal?.removeEventListener('abort', onAbort));

      const run = async (again: boolean): Promise<void> => {
        const engine = await this.engine();
        if (settled) return;
        if (engine.lost) return fail(engine.lost);
        const { connection } = engine;
        engine.waiting.add(fail);
        cleanUp.push(() => engine.waiting.delete(fail));
        const token = `call-${++this.token}`;
        if (onProgress) {
          const listening = connection.onProgress(progressType, token, (value) => {
            if (!settled) onProgress(value);
          });
          cleanUp.push(() => listening.dispose());
        }
        const deaf = source.token.onCancellationRequested(() => this.expectAnswer(engine, answered));
        const answered = send(connection, token, source.token);
        try {
          const response = await answered;
          this.losses = 0;
          settle(() => resolve(response));
        } catch (error) {
          if (again || settled || !isUndelivered(error)) return fail(engine.lost ?? toRewheelError(error));
          // The engine died while nothing was asked of it, and that was not known yet: the next one gets the request.
          engine.waiting.delete(fail);
          this.lose(engine, new RewheelError('engine-stopped', 'the engine had ended'));
          await run(true);
        } finally {
          deaf.dispose();
        }
      };
      run(false).catch((error: unknown) => fail(toRewheelError(error)));
    });
  }

  async dispose(): Promise<void> {
    if (this.disposed) return;
    this.disposed = true;
    this.watched.clear();
    const stopped = new RewheelError('engine-stopped', 'the engine has been stopped');
    // An engine that does not come up is not waited for.
    this.endBackOff();
    for (const engine of this.starting) this.lose(engine, stopped);
    const engine = await this.current?.catch(() => undefined);
    if (!engine || engine.lost) return;
    for (const reject of [...engine.waiting]) reject(stopped);
    const exited = new Promise<void>((resolve) => engine.transport.onExit(() => resolve()));
    engine.connection.sendRequest(shutdownType).catch(() => undefined);
    await within(SHUTDOWN_GRACE_MS, exited);
    this.lose(engine, stopped);
  }

  private engine(): Promise<Engine> {
    if (this.disposed) return Promise.reject(new RewheelError('engine-stopped', 'the engine has been stopped'));
    if (!this.current) {
      const started = this.start();
      this.current = started;
      started.catch(() => {
        if (this.current === started) this.current = undefined;
      });
    }
    return this.current;
  }

  private async start(): Promise<Engine> {
    this.options.onStateChange?.('starting');
    try {
      await this.backOff();
      const transport = this.options.start();
      const connection = createMessageConnection(transport.reader, transport.writer);
      let onLost = (): void => undefined;
      const lost = new Promise<void>((resolve) => (onLost = resolve));
      const engine: Engine = { transport, connection, waiting: new Set(), lost: undefined, onLost };
      this.starting.add(engine);
      try {
        transport.onExit((why) => this.lose(engine, new RewheelError('engine-stopped', why)));
        // What comes is no message: the rest of the stream cannot be understood either.
        connection.onError(([error, message]) => {
          // What could not be written is the business of the call that wrote it, and the end of the process follows.
          if (message || PIPE_CLOSED.has((error as NodeJS.ErrnoException).code ?? '')) return;
          this.lose(engine, new RewheelError('engine-stopped', `the engine cannot be understood: ${error.message}`));
        });
        connection.onNotification(logType, (message) => this.options.onLog?.(message));
        connection.onNotification(turnEventType, (event) => this.options.onTurnEvent?.(event));
        connection.listen();
        await Promise.race([connection.sendRequest(initializeType, this.options.initialize), lost]);
      } catch (error) {
        this.lose(engine, engine.lost ?? toRewheelError(error));
      } finally {
        this.starting.delete(engine);
      }
      if (engine.lost) throw engine.lost;
      this.options.onStateChange?.('running');
      for (const request of this.watched.requests) {
        connection.sendRequest(watchType, request).catch((error: unknown) => {
          if (!engine.lost) this.watched.failed(request.root, toRewheelError(error).message);
        });
      }
      return engine;
    } catch (error) {
      this.options.onStateChange?.('stopped');
      throw error;
    }
  }

  private async backOff(): Promise<void> {
    if (this.losses === 0) return;
    const delay = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (this.losses - 1));
    const left = this.lostAt + delay - performance.now();
    if (left > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.endBackOff = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    if (this.disposed) throw new RewheelError('engine-stopped', 'the engine has been stopped');
  }

  /** The engine is gone, or is made to go: everything that waits for it is rejected, once. */
  private lose(engine: Engine, error: RewheelError): void {
    if (engine.lost) return;
    engine.lost = error;
    if (!this.starting.has(engine)) {
      this.current = undefined;
      this.options.onStateChange?.('stopped');
    }
    this.losses++;
    this.lostAt = performance.now();
    engine.transport.kill();
    engine.onLost();
    for (const reject of [...engine.waiting]) reject(error);
    engine.connection.dispose();
    this.watched.engineLost(error.message);
  }

  /** A cancelled request was sent: an engine that does not even answer it any more has to go. */
  private expectAnswer(engine: Engine, answered: Promise<unknown>): void {
    const grace = this.options.cancelGraceMs ?? CANCEL_GRACE_MS;
    const timer = setTimeout(() => {
      this.lose(engine, new RewheelError('engine-stopped', 'the engine did not hear a cancellation and was ended'));
    }, grace);
    const heard = (): void => clearTimeout(timer);
    answered.then(heard, heard);
  }
}
