import { aider } from './aider.ts';
import { claudeCode } from './claudeCode.ts';
import { clineSession, clineTask } from './cline.ts';
import { codex } from './codex.ts';
import { copilotCli } from './copilotCli.ts';
import type { LogFormat } from './format.ts';
import { geminiCli } from './geminiCli.ts';
import { miniSweAgent, miniSweAgentMessages } from './miniSweAgent.ts';
import { openCodeExport } from './openCodeExport.ts';
import { openCodeRun } from './openCodeRun.ts';
import { openCodeStorage } from './openCodeStorage.ts';
import { openCodeStore } from './openCodeStore.ts';
import { openHandsEventLines, openHandsFolder, openHandsOutput, openHandsTrajectory } from './openHands.ts';
import { sweAgent } from './sweAgent.ts';
import { vscodeChat } from './vscodeChat.ts';

/** All log formats that Rewheel reads. At most one recognises a log, so their order says nothing. */
export const LOG_FORMATS: readonly LogFormat[] = [
  aider,
  claudeCode,
  clineSession,
  clineTask,
  codex,
  copilotCli,
  geminiCli,
  miniSweAgent,
  miniSweAgentMessages,
  openCodeExport,
  openCodeRun,
  openCodeStorage,
  openCodeStore,
  openHandsEventLines,
  openHandsFolder,
  openHandsOutput,
  openHandsTrajectory,
  sweAgent,
  vscodeChat,
];
