/** A call that Cline or Roo wrote as XML into the text of an answer. */
export interface XmlCall {
  name: string;
  input: Record<string, string>;
}

/** Tools and their parameters, of which nothing else in angle brackets is taken for one. */
const TOOLS = new Set(
  (
    'read_file write_to_file replace_in_file apply_diff insert_content search_and_replace search_files list_files ' +
    'list_code_definition_names execute_command read_command_output browser_action use_mcp_tool access_mcp_resource ' +
    'ask_followup_question attempt_completion plan_mode_respond act_mode_respond new_task condense load_mcp_documentation ' +
    'web_fetch web_search report_bug new_rule switch_mode fetch_instructions codebase_search update_todo_list focus_chain ' +
    'use_subagents use_skill skill run_slash_command generate_image generate_explanation apply_patch'
  ).split(' '),
);

/** Parameters that hold text of files, which may look like anything: they end at the last mark of their end. */
const RAW = ['content', 'diff', 'args', 'command', 'result', 'response', 'context', 'message', 'input', 'patch'];

/** Bytes of the name of a tool or a parameter. */
const TAG = /<([a-z][a-z_]{1,40})>/g;

/**
 * Takes the calls out of an answer's text.
 * @returns the calls in order, and the text without them; a call without its end runs to the end of the text
 */
export function xmlCalls(text: string): { calls: XmlCall[]; text: string } {
  const calls: XmlCall[] = [];
  let rest = '';
  let from = 0;
  TAG.lastIndex = 0;
  for (let tag = TAG.exec(text); tag; tag = TAG.exec(text)) {
    const name = tag[1]!;
    if (!TOOLS.has(name)) continue;
    const start = tag.index + tag[0].length;
    const end = endOf(text, name, start);
    calls.push({ name, input: parametersOf(text.slice(start, end.at)) });
    rest += text.slice(from, tag.index);
    from = end.next;
    TAG.lastIndex = from;
  }
  return { calls, text: (rest + text.slice(from)).trim() };
}

/** A file's text in a call may hold the mark of its end: then the last one counts before the next call of the same tool. */
function endOf(text: string, name: string, start: number): { at: number; next: number } {
  const mark = `</${name}>`;
  const first = text.indexOf(mark, start);
  if (first < 0) return { at: text.length, next: text.length };
  const again = text.indexOf(`<${name}>`, first);
  const last = text.lastIndexOf(mark, again < 0 ? text.length : again);
  const raw = name === 'write_to_file' || name === 'replace_in_file' || name === 'apply_diff';
  const at = raw && last > first ? last : first;
  return { at, next: at + mark.length };
}

function parametersOf(body: string): Record<string, string> {
  const input: Record<string, string> = Object.create(null) as Record<string, string>;
  const tag = /<([a-z][a-z_]{0,40})>/g;
  for (let open = tag.exec(body); open; open = tag.exec(body)) {
    const name = open[1]!;
    const mark = `</${name}>`;
    const start = open.index + open[0].length;
    const end = RAW.includes(name) ? body.lastIndexOf(mark) : body.indexOf(mark, start);
    const value = body.slice(start, end < start ? body.length : end);
    input[name] ??= RAW.includes(name) ? value.replace(/^\r?\n|\r?\n$/g, '') : value.trim();
    tag.lastIndex = end < start ? body.length : end + mark.length;
  }
  return { ...input };
}
