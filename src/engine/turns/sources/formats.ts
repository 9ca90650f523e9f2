import { codex } from './codex.ts';
import type { LogFormat } from './format.ts';
import { miniSweAgent, miniSweAgentMessages } from './miniSweAgent.ts';
import { openHandsEventLines, openHandsFolder, openHandsOutput, openHandsTrajectory } from './openHands.ts';
import { sweAgent } from './sweAgent.ts';

/** All log formats that Rewheel reads. At most one recognises a log, so their order says nothing. */
export const LOG_FORMATS: readonly LogFormat[] = [
  codex,
  miniSweAgent,
  miniSweAgentMessages,
  openHandsEventLines,
  openHandsFolder,
  openHandsOutput,
  openHandsTrajectory,
  sweAgent,
];
