import { NotificationType, ProgressType, RequestType, RequestType0, RequestType2 } from 'vscode-jsonrpc/node';
import {
  EngineMethod,
  type AcceptRequest,
  type AcceptResponse,
  type AuditProgress,
  type AuditRequest,
  type AuditResponse,
  type ErrorData,
  type InitializeRequest,
  type InitializeResponse,
  type LogMessage,
  type MergeBaseRequest,
  type MergeBaseResponse,
  type RefsRequest,
  type RefsResponse,
} from '../protocol/engine.ts';
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
} from '../protocol/turns.ts';

/*
 * The engine's methods as client and server of vscode-jsonrpc name them. An audit takes its request and the token under
 * which `$/progress` reports on it.
 */
export const initializeType = new RequestType<InitializeRequest, InitializeResponse, ErrorData>(
  EngineMethod.initialize,
);
export const auditType = new RequestType2<AuditRequest, string, AuditResponse, ErrorData>(EngineMethod.audit);
export const refsType = new RequestType<RefsRequest, RefsResponse, ErrorData>(EngineMethod.refs);
export const mergeBaseType = new RequestType<MergeBaseRequest, MergeBaseResponse, ErrorData>(EngineMethod.mergeBase);
export const acceptType = new RequestType<AcceptRequest, AcceptResponse, ErrorData>(EngineMethod.accept);
export const turnsType = new RequestType<TurnsRequest, TurnsResponse, ErrorData>(EngineMethod.turns);
export const beginTurnType = new RequestType<BeginTurnRequest, TurnRecord, ErrorData>(EngineMethod.beginTurn);
export const endTurnType = new RequestType<EndTurnRequest, TurnRecord, ErrorData>(EngineMethod.endTurn);
export const watchType = new RequestType<WatchRequest, null, ErrorData>(EngineMethod.watch);
export const unwatchType = new RequestType<TurnsRequest, null, ErrorData>(EngineMethod.unwatch);
export const userEditedType = new NotificationType<UserEditNotice>(EngineMethod.userEdited);
export const turnEventType = new NotificationType<TurnEvent>(EngineMethod.turnEvent);
export const stateChangesType = new RequestType<StateChangesRequest, StateChangesResponse, ErrorData>(
  EngineMethod.stateChanges,
);
export const stateFileType = new RequestType<StateFileRequest, StateFileResponse, ErrorData>(EngineMethod.stateFile);
export const shutdownType = new RequestType0<null, ErrorData>(EngineMethod.shutdown);
export const logType = new NotificationType<LogMessage>(EngineMethod.log);
export const progressType = new ProgressType<AuditProgress>();
