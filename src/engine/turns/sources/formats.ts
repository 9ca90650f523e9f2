import { clineSession, clineTask } from './cline.ts';
import type { LogFormat } from './format.ts';
import { miniSweAgent, miniSweAgentMessages } from './miniSweAgent.ts';
import { openCodeExport } from './openCodeExport.ts';
import { openCodeRun } from './openCodeRun.ts';
import { openCodeStorage } from './openCodeStorage.ts';
import { openCodeStore } from './openCodeStore.ts';

/** All log formats that Rewheel reads. At most one recognises a log, so their order says nothing. */
export const LOG_FORMATS: readonly LogFormat[] = [
  clineSession,
  clineTask,
  miniSweAgent,
  miniSweAgentMessages,
  openCodeExport,
  openCodeRun,
  openCodeStorage,
  openCodeStore,
];
