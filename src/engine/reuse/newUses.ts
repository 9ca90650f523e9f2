import { type FileDetail } from '../model/facts.ts';
import { RefFlag } from '../model/references.ts';
import type { Graph, Resolution } from '../graph/types.ts';
import { isFunction, refKey, symbolKey, type State, type StateFile } from '../model/state.ts';
import { writtenFunctions, type Changes } from '../turns/changes.ts';

/** One value use of something in new code. */
export interface NewUse {
  file: StateFile;
  reference: number;
  line: number;
  /** Innermost symbol that the use stands in; -1 at module level. */
  container: number;
  /** Last segment as written. */
  name: string;
  resolution: Resolution;
}

/** Types, targets of stores, and names that are only listed (`__all__`): exporting a function is no use of it. */
const NO_USE = RefFlag.Type | RefFlag.Store | RefFlag.Reflective;

/**
 * All value uses in new code (design.md section 2): the line was added or changed, and what contains it is a new or
 * modified function, or no function at all. Types, targets of stores and import statements are no uses. Of `module.f`
 * only the last segment counts; of `Foo().m` both, since Foo is called.
 */
export function newUses(head: State, graph: Graph, changes: Changes): NewUse[] {
  const alive = new Set(writtenFunctions(changes).map(refKey));
  const uses: NewUse[] = [];
  for (const path of changes.touched) {
    const file = head.byPath.get(path)!;
    if (!file.audited) continue;
    const detail = file.detail();
    const inner = chainReceivers(detail);
    const { references } = detail;
    for (let id = 0; id < references.name.length; id++) {
      const line = references.line[id]!;
      if ((references.flags[id]! & NO_USE) !== 0) continue;
      if (!changes.isNewLine(path, line)) continue;
      const container = references.symbol[id]!;
      if (!isNewCode(file, container, alive)) continue;
      const resolution = graph.resolve(path, id);
      if (inner.has(id) && resolution.kind === 'symbol' && isKnown(graph, path, inner.get(id)!)) continue;
      uses.push({ file, reference: id, line, container, name: detail.strings[references.name[id]!]!, resolution });
    }
  }
  return uses;
}

/** Receivers to the reference that takes an attribute of them, where they are not called first. */
function chainReceivers(detail: FileDetail): Map<number, number> {
  const inner = new Map<number, number>();
  const { receiver, receiverCalled } = detail.references;
  for (let id = 0; id < receiver.length; id++) {
    if (receiver[id]! >= 0 && receiverCalled[id] === 0) inner.set(receiver[id]!, id);
  }
  return inner;
}

function isKnown(graph: Graph, path: string, reference: number): boolean {
  return graph.resolve(path, reference).kind === 'symbol';
}

/** The innermost function around the place was added or modified, or there is no function around it. */
function isNewCode(file: StateFile, container: number, alive: Set<string>): boolean {
  let inFunction = false;
  for (let at = container; at >= 0; at = file.summary.symbols[at]!.parent) {
    if (!isFunction(file.summary.symbols[at]!)) continue;
    if (alive.has(symbolKey(file.path, at))) return true;
    inFunction = true;
  }
  return !inFunction;
}
