/** One turn of a made-up log. Paths are relative to the folder of the session. */
export interface LoggedTurn {
  prompt: string;
  /** Lines `first` to `last` of `text`, the whole file. */
  reads: { file: string; first: number; last: number; text: string }[];
  writes: { file: string; content: string }[];
  /** Commands with what they printed, run before the files are written. */
  runs?: { command: string; output: string }[];
}

/**
 * A log in the form that Claude Code writes, of one session in `folder`. Times are fixed: a row every ten seconds.
 * @param after rows that stand before these, for a log that is written piece by piece
 */
export function claudeLog(folder: string, turns: readonly LoggedTurn[], after = 0): string {
  let count = after;
  const rows: string[] = [];
  const row = (type: string, rest: Record<string, unknown>): void => {
    const uuid = `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`;
    const timestamp = new Date(Date.parse('2026-03-02T09:00:00.000Z') + count * 10_000).toISOString();
    const common = { isSidechain: false, userType: 'external', cwd: folder, sessionId: 'made-up', version: '2.1.42' };
    rows.push(`${JSON.stringify({ ...common, type, uuid, timestamp, ...rest })}\n`);
  };
  const answer = (content: unknown[]): void =>
    row('assistant', {
      message: {
        id: `msg_${count}`,
        role: 'assistant',
        model: 'made-up',
        content,
        usage: { input_tokens: 10, output_tokens: 20 },
      },
    });
  const call = (name: string, input: Record<string, unknown>, text: string, toolUseResult: unknown): void => {
    const id = `toolu_${count}`;
    answer([{ type: 'tool_use', id, name, input }]);
    row('user', {
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text }] },
      toolUseResult,
    });
  };
  for (const { prompt, reads, writes, runs = [] } of turns) {
    row('user', { message: { role: 'user', content: prompt } });
    for (const { file, first, last, text } of reads) {
      const all = text.split('\n');
      const lines = all.slice(first - 1, last);
      const filePath = `${folder}/${file}`;
      const printed = lines.map((line, at) => `${String(first + at).padStart(6)}\u2192${line}`).join('\n');
      const part = {
        filePath,
        content: lines.join('\n'),
        numLines: lines.length,
        startLine: first,
        totalLines: all.length,
      };
      call('Read', { file_path: filePath, offset: first, limit: lines.length }, printed, { type: 'text', file: part });
    }
    for (const { command, output } of runs) {
      call('Bash', { command }, output, { stdout: output, stderr: '', interrupted: false, isImage: false });
    }
    for (const { file, content } of writes) {
      const filePath = `${folder}/${file}`;
      call('Write', { file_path: filePath, content }, 'File written.', {
        type: 'create',
        filePath,
        content,
        structuredPatch: [],
      });
    }
    answer([{ type: 'text', text: 'Done.' }]);
  }
  return rows.join('');
}
