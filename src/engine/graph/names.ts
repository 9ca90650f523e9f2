import type { FileDetail, FileSummary } from '../model/facts.ts';
import { RefFlag } from '../model/facts.ts';

/** One value reference, known by its last segment only. */
export interface NameUse {
  name: string;
  reference: number;
  line: number;
  called: boolean;
  /** Innermost symbol that contains it, -1 at module level. */
  symbol: number;
}

export interface FileNames {
  uses: NameUse[];
  /** Every name that the file binds in some scope other than by import. */
  bound: Set<string>;
}

/** Bindings that bind no value here: imports (the rule lets them be), declarations of scope, `del`, types. */
const BINDS_NOTHING = new Set(['import', 'global', 'nonlocal', 'delete', 'type']);
const NO_USE = RefFlag.Type | RefFlag.Store | RefFlag.Reflective;

/**
 * What `names` mode knows of one file (design.md section 2, `--match names`): a target counts as called when the last
 * segment of a value reference equals its name and the submission binds that name in no scope except by import. A
 * submission may be several files, so the caller joins `bound` over them before it asks.
 */
export function nameUses(detail: FileDetail, summary: FileSummary): FileNames {
  const { references, strings } = detail;
  const uses: NameUse[] = [];
  for (let id = 0; id < references.name.length; id++) {
    const flags = references.flags[id]!;
    if ((flags & NO_USE) !== 0) continue;
    uses.push({
      name: strings[references.name[id]!]!,
      reference: id,
      line: references.line[id]!,
      called: (flags & (RefFlag.Call | RefFlag.New)) !== 0,
      symbol: references.symbol[id]!,
    });
  }
  const bound = new Set<string>();
  for (const scope of detail.scopes)
    for (const binding of scope.bindings) if (!BINDS_NOTHING.has(binding.kind)) bound.add(binding.name);
  // Methods and members are bound in their class; a language's extractor may leave them out of the scopes.
  for (const symbol of summary.symbols) if (symbol.kind !== 'interface') bound.add(symbol.name);
  return { uses, bound };
}
