import * as vscode from 'vscode';

const OPEN_CHAT = 'workbench.action.chat.open';

/** Whether this VS Code has a chat; menus learn of it too. */
export async function hasChat(): Promise<boolean> {
  const commands = await vscode.commands.getCommands(true);
  const has = commands.includes(OPEN_CHAT);
  await vscode.commands.executeCommand('setContext', 'rewheel.hasChat', has);
  return has;
}

/** Opens the chat with a prompt that the user sends: it holds names of the audited code. */
export async function openChat(query: string): Promise<void> {
  await vscode.commands.executeCommand(OPEN_CHAT, { query, isPartialQuery: true });
}
