import { compareText } from '../../model/state.ts';
import type { ExposedPart, TurnExposure } from './turnExposure.ts';

export interface MeasureOptions {
  /** Whether what sub-agents read counts: the turn is all that the agent did, so by default it does. */
  subAgents?: boolean;
  /** The wider rate: lines that a search showed count as read. */
  searchesAsReads?: boolean;
}

export interface Exploration {
  /** Distinct files whose path a read, a search hit or a listing showed. */
  files: number;
  /** Distinct source lines read. */
  lines: number;
  /** Distinct source lines that only searches showed. */
  searchedLines: number;
}

/** Files and Lines of a turn (design.md section 1). */
export function explorationOf(exposure: TurnExposure, options: MeasureOptions = {}): Exploration {
  const files = new Set<string>();
  const read = new Set<number>();
  const searched = new Set<number>();
  for (const part of countedParts(exposure, options)) {
    files.add(part.path);
    const into = isRead(part, options) ? read : searched;
    for (const id of part.lines.ids) into.add(id);
  }
  for (const id of read) searched.delete(id);
  return { files: files.size, lines: read.size, searchedLines: searched.size };
}

/** A file that was read in the turn. */
export interface ReadFile {
  /** Path at the last read. */
  path: string;
  /** Distinct lines read. */
  lines: number;
  /** Time of the first read; null when the log has none. */
  firstAt: string | null;
}

/**
 * Files that the agent read, most lines first: what it read instead of a target that it did not find.
 * @param limit files to give
 */
export function readInstead(exposure: TurnExposure, limit: number, options: MeasureOptions = {}): ReadFile[] {
  const files = new Map<string, { path: string; ids: Set<number>; firstAt: string | null }>();
  for (const part of countedParts(exposure, options)) {
    if (!isRead(part, options) || part.lines.ids.length === 0) continue;
    // A file that was renamed in the turn is one file.
    const key = part.basePath === null ? `/${part.path}` : part.basePath;
    const file = files.get(key) ?? { path: part.path, ids: new Set(), firstAt: part.at };
    file.path = part.path;
    for (const id of part.lines.ids) file.ids.add(id);
    files.set(key, file);
  }
  return [...files.values()]
    .map(({ path, ids, firstAt }) => ({ path, lines: ids.size, firstAt }))
    .sort((a, b) => b.lines - a.lines || compareText(a.path, b.path))
    .slice(0, limit);
}

/** The parts that count under these options. */
export function countedParts({ parts }: TurnExposure, { subAgents = true }: MeasureOptions): ExposedPart[] {
  return subAgents ? parts : parts.filter(({ by }) => by === null);
}

/** True when the lines of a part count as read under these options. */
export function isRead(part: ExposedPart, { searchesAsReads = false }: MeasureOptions): boolean {
  return part.class === 'read' || (searchesAsReads && part.class === 'search');
}
