import type { AuditReport } from '../../protocol/report.ts';
import type { Graph } from '../graph/types.ts';
import { RefFlag } from '../model/references.ts';
import { compareText, symbolKey, type State } from '../model/state.ts';

/** Functions and classes that are used from another file than their own: what `adopted` means with `--all`. */
export function callsAcrossFiles(state: State, graph: Graph): AuditReport['adopted'] {
  const found = new Map<string, { file: string; symbol: number; sites: Map<string, { file: string; line: number }> }>();
  for (const file of state.files) {
    if (!file.audited) continue;
    const { references } = file.detail();
    for (let id = 0; id < references.name.length; id++) {
      if ((references.flags[id]! & (RefFlag.Call | RefFlag.New | RefFlag.Jsx)) === 0) continue;
      const resolution = graph.resolve(file.path, id);
      if (resolution.kind !== 'symbol' || resolution.target.file === file.path) continue;
      const { target } = resolution;
      const key = symbolKey(target.file, target.symbol);
      let entry = found.get(key);
      if (!entry) found.set(key, (entry = { ...target, sites: new Map() }));
      const line = references.line[id]!;
      entry.sites.set(`${file.path}:${line}`, { file: file.path, line });
    }
  }
  return [...found.values()]
    .sort((a, b) => compareText(a.file, b.file) || a.symbol - b.symbol)
    .map(({ file, symbol, sites }) => ({
      file,
      name: graph.symbol({ file, symbol }).qualifiedName,
      origin: 'repo' as const,
      calledFrom: [...sites.values()].sort((a, b) => compareText(a.file, b.file) || a.line - b.line),
    }));
}
