import { findAider, findAny } from './find/anyLogs.ts';
import { findClaudeCode } from './find/claudeCode.ts';
import { findCodex } from './find/codex.ts';
import { findCopilotCli, findCopilotJetBrains } from './find/copilotCli.ts';
import type { FindLogs } from './find/found.ts';
import { findGeminiCli } from './find/geminiCli.ts';
import { findOpenCode } from './find/openCode.ts';
import { findCline, findOpenHands } from './find/taskFolders.ts';
import { findVsCodeChat } from './find/vscodeChat.ts';
import type { LogLayout } from './places.ts';

/** How the logs of each layout are found. What was learnt of files is kept for as long as the answer is. */
export function logFinders(): Record<LogLayout, FindLogs> {
  return {
    aider: findAider,
    any: findAny,
    'claude-code': findClaudeCode,
    cline: findCline,
    codex: findCodex(),
    'copilot-cli': findCopilotCli(),
    'copilot-jetbrains': findCopilotJetBrains(),
    'gemini-cli': findGeminiCli,
    opencode: findOpenCode(),
    openhands: findOpenHands,
    'vscode-chat': findVsCodeChat(),
  };
}
