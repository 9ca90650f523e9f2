import { claudeCode } from './claudeCode.ts';
import { copilotCli } from './copilotCli.ts';
import type { LogFormat } from './format.ts';
import { miniSweAgent, miniSweAgentMessages } from './miniSweAgent.ts';
import { vscodeChat } from './vscodeChat.ts';

/** All log formats that Rewheel reads. At most one recognises a log, so their order says nothing. */
export const LOG_FORMATS: readonly LogFormat[] = [
  claudeCode,
  copilotCli,
  miniSweAgent,
  miniSweAgentMessages,
  vscodeChat,
];
