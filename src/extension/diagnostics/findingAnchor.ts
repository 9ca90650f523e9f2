import type { Finding, Place } from '../../protocol/report.ts';

/** The place of a finding in its file: 0-based lines, 0-based UTF-16 columns, the end column exclusive. */
export interface Anchor {
  /** The line that is underlined. */
  line: number;
  startCharacter: number;
  endCharacter: number;
  /** Lines that the finding is about: an edit in them makes it void. */
  first: number;
  last: number;
  /** Length of the last line. */
  lastLength: number;
}

/**
 * The line to underline: where the whole function repeats the target, its signature (the line with its name, below
 * any decorators); where a part does, the first line of that part. A squiggle under a whole body would be noise. Null
 * when the lines are not in the text, or the function's name is not in its lines: then the text is not the audited one.
 */
export function anchorFinding(finding: Finding, lines: readonly string[]): Anchor | null {
  const part = finding.containment === 'contained' || finding.containment === 'split';
  return anchorPlace(finding.function, lines, part ? finding.region.startLine : undefined);
}

/**
 * The anchor of a function: its signature, or its line `partLine` (1-based) when that lies below the signature. Null as
 * for `anchorFinding`.
 */
export function anchorPlace(place: Place, lines: readonly string[], partLine?: number): Anchor | null {
  const first = place.startLine - 1;
  const last = place.endLine - 1;
  if (last >= lines.length) return null;
  const signature = signatureLine(place, lines, first, last);
  if (signature === null) return null;
  const regionFirst = Math.max(first, (partLine ?? 1) - 1);
  const line = partLine !== undefined && regionFirst > signature && regionFirst <= last ? regionFirst : signature;
  const text = lines[line] ?? '';
  const startCharacter = text.length - text.trimStart().length;
  return {
    line,
    startCharacter,
    endCharacter: Math.max(text.trimEnd().length, startCharacter),
    first,
    last,
    lastLength: lines[last]?.length ?? 0,
  };
}

function signatureLine(place: Place, lines: readonly string[], first: number, last: number): number | null {
  const name = place.name.split('.').at(-1) ?? '';
  // Names that are not written in the source (`default`, an anonymous function) stand for the first line.
  if (!/^[\p{L}\p{Nl}$_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$\u200c\u200d]*$/u.test(name) || SYNTHETIC_NAMES.has(name))
    return first;
  const word = new RegExp(`(?<![\\p{L}\\p{N}_$])${name.replaceAll('$', '\\$')}(?![\\p{L}\\p{N}_$])`, 'u');
  let found: number | null = null;
  for (let line = first; line <= last; line += 1) {
    const text = lines[line] ?? '';
    if (!word.test(text)) continue;
    if (!text.trimStart().startsWith('@')) return line;
    found ??= line;
  }
  return found;
}

const SYNTHETIC_NAMES = new Set(['default']);
