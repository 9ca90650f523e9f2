import type { EffortClass } from './effortClasses.ts';

/**
 * Tools by name where the name tells more than the kind that the reader gave: letters and digits alone, in lower case. Looking
 * something up outside the code (the web, documentation, other tools) is `other`, as Cabra has it for web searches; handing
 * work to a sub-agent is `other`, since its calls count for themselves.
 */
export const TOOLS: ReadonlyMap<string, EffortClass> = new Map(
  Object.entries({
    plan: 'todowrite todoread updateplan createplan updatetodolist todolist writetodos managetodolist todo todos tasktracker taskcreate taskupdate taskget tasklist exitplanmode enterplanmode planmoderespond plan think sequentialthinking reportintent updatetopic',
    summary: 'submit finish taskcomplete attemptcompletion complete finalanswer completetask',
    search:
      'grep grepsearch glob globsearch find findfile findfiles filesearch searchfiles searchfile searchdir searchfilecontent codesearch codebasesearch semanticsearch semanticsearchworkspace codebase listcodeusages usages findsymbol findreferencingsymbols lsp searchcodebase searchworkspacesymbols findtextinfiles testsearch rg ripgrep',
    test: 'runtests runtest testfailure',
    read: 'read readfile readfiles readmanyfiles view viewfile openfile open goto scrollup scrolldown listdir listdirectory listfiles ls tree listcodedefinitionnames readnotebook notebookread getchangedfiles',
    other:
      'websearch webfetch fetch fetchwebpage googlewebsearch browse browser toolsearch task agent newtask skill useskill askuserquestion askfollowupquestion askuser geterrors getdiagnostics problems diagnostics sleep wait killshell killbash stopbash switchmode savememory memory imagegeneration',
  }).flatMap(([kind, names]) => names.split(' ').map((name): [string, EffortClass] => [name, kind as EffortClass])),
);

/** Tools that ask a running command for more of its output, or type into it. */
export const POLLS: ReadonlySet<string> = new Set(
  'writestdin bashoutput readbash writebash getterminaloutput terminaloutput readterminal taskoutput readshell writeshell'.split(
    ' ',
  ),
);

/** A tool's name as the tables have it: `mcp__files__read_file` is `readfile`, `functions.grep` is `grep`,
 * `copilot_findFiles` is `findfiles`, `web_search_call` is `websearch`. */
export function plainToolName(tool: string): string {
  const last = tool.slice(tool.includes('__') ? tool.lastIndexOf('__') + 2 : 0);
  return last
    .slice(last.lastIndexOf('.') + 1)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/^copilot|call$/g, '');
}
