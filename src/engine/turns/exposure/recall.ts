import { addToList } from '../../model/counts.ts';
import { countedParts, isRead, type MeasureOptions } from './measures.ts';
import type { ExposedPart, TurnExposure } from './turnExposure.ts';

/** A target by its place at the start of the turn. */
export interface RecallTarget {
  origin: 'repo' | 'self';
  path: string;
  /** From its first decorator, else its def line, to its last line; 1-based, inclusive. */
  startLine: number;
  endLine: number;
  /** Its place at the end of the turn, where it has one: lines that the turn wrote in it belong to it. */
  head?: { path: string; startLine: number; endLine: number } | null;
}

/** First read of a target in the turn. */
export interface TargetRead {
  action: string;
  /** ISO 8601 in UTC; null when the log has no time. */
  at: string | null;
  by: string | null;
  how: ExposedPart['how'];
}

export interface OriginRecall {
  recalled: number;
  targets: number;
  /** Null with no targets. */
  rate: number | null;
}

export interface Recall {
  repo: OriginRecall;
  self: OriginRecall;
  /** For each target, in the order given, its first read; null when the agent read none of its lines. */
  reads: (TargetRead | null)[];
}

/** Which targets the agent read at least one line of (design.md section 1; paper, equation 2). */
export function recallOf(
  targets: readonly RecallTarget[],
  exposure: TurnExposure,
  options: MeasureOptions = {},
): Recall {
  const reads = targets.map((target) => firstRead(target, indexOf(exposure, options)));
  const of = (origin: RecallTarget['origin']): OriginRecall => {
    const own = targets.flatMap((target, index) => (target.origin === origin ? [reads[index] !== null] : []));
    const recalled = own.filter((read) => read).length;
    return { recalled, targets: own.length, rate: own.length === 0 ? null : recalled / own.length };
  };
  return { repo: of('repo'), self: of('self'), reads };
}

interface ReadIndex {
  /** By path in the base. */
  byBase: Map<string, ExposedPart[]>;
  /** Reads of lines that the turn wrote, by the path where they stand at its end. */
  byHead: Map<string, { line: number; part: ExposedPart }[]>;
}

/** Made once for an exposure: targets are asked for one by one. */
const indexes = new WeakMap<TurnExposure, Map<string, ReadIndex>>();

function indexOf(exposure: TurnExposure, options: MeasureOptions): ReadIndex {
  const { subAgents = true, searchesAsReads = false } = options;
  const key = `${subAgents} ${searchesAsReads}`;
  const known = indexes.get(exposure) ?? new Map<string, ReadIndex>();
  indexes.set(exposure, known);
  let index = known.get(key);
  if (!index) {
    index = { byBase: new Map(), byHead: new Map() };
    for (const part of countedParts(exposure, options).filter((each) => isRead(each, options))) {
      if (part.basePath !== null) addToList(index.byBase, part.basePath, part);
      for (const id of exposure.atHead.size > 0 ? part.lines.ids : []) {
        const place = exposure.atHead.get(id);
        if (place) addToList(index.byHead, place.path, { line: place.line, part });
      }
    }
    known.set(key, index);
  }
  return index;
}

function firstRead(target: RecallTarget, { byBase, byHead }: ReadIndex): TargetRead | null {
  const { head } = target;
  const found =
    byBase.get(target.path)?.find((part) => showsBase(part, target)) ??
    (head && byHead.get(head.path)?.find(({ line }) => line >= head.startLine && line <= head.endLine)?.part);
  return found ? { action: found.action, at: found.at, by: found.by, how: found.how } : null;
}

/** Why a target was missed: it was read and not used, or never read. */
export function gapOf(read: TargetRead | null): 'exploration' | 'execution' {
  return read ? 'execution' : 'exploration';
}

/** A line of the target in the base, or a new line between two of them. */
function showsBase({ lines }: ExposedPart, { startLine, endLine }: RecallTarget): boolean {
  return lines.base.some((base, index) => {
    if (base > 0) return base >= startLine && base <= endLine;
    const above = lines.above[index]!;
    const below = lines.below[index]!;
    return above >= startLine && below > 0 && below <= endLine;
  });
}
