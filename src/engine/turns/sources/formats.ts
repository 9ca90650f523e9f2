import { claudeCode } from './claudeCode.ts';
import { codex } from './codex.ts';
import { copilotCli } from './copilotCli.ts';
import type { LogFormat } from './format.ts';
import { miniSweAgent, miniSweAgentMessages } from './miniSweAgent.ts';
import { openCodeExport } from './openCodeExport.ts';
import { openCodeRun } from './openCodeRun.ts';
import { openCodeStorage } from './openCodeStorage.ts';
import { openCodeStore } from './openCodeStore.ts';
import { vscodeChat } from './vscodeChat.ts';

/** All log formats that Rewheel reads. At most one recognises a log, so their order says nothing. */
export const LOG_FORMATS: readonly LogFormat[] = [
  claudeCode,
  codex,
  copilotCli,
  miniSweAgent,
  miniSweAgentMessages,
  openCodeExport,
  openCodeRun,
  openCodeStorage,
  openCodeStore,
  vscodeChat,
];
