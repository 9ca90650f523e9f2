import type { Finding, Place } from '../../protocol/report.ts';

/** A place of an audit, as links and tree items name it: plain data, since links carry it as JSON. */
export interface PlaceRef {
  /** Uri of the workspace folder. */
  folder: string;
  /** Id of the kept turn at whose end the place was seen; null for the folder's last result. */
  turn: string | null;
  place: Place;
}

/** A finding, as links and tree items name it. */
export interface FindingRef {
  folder: string;
  /** Id of the kept turn whose audit found it; null for the folder's last result. */
  turn: string | null;
  fingerprint: string;
  /** Where its function stood: two findings of one audit may have the same fingerprint. */
  file: string;
  startLine: number;
}

export function findingRef(folder: string, turn: string | null, finding: Finding): FindingRef {
  const { fingerprint, function: own } = finding;
  return { folder, turn, fingerprint, file: own.file, startLine: own.startLine };
}

export function isFindingOf({ fingerprint, file, startLine }: FindingRef, finding: Finding): boolean {
  const own = finding.function;
  return finding.fingerprint === fingerprint && own.file === file && own.startLine === startLine;
}

/** A place without what targets have besides, so that the same function is named in the same way. */
export function placeOnly({ file, name, startLine, endLine, cell }: Place): Place {
  return { file, name, startLine, endLine, ...(cell === undefined ? {} : { cell }) };
}
