import { alignText } from './alignText.ts';
import type { Exposures } from './exposures.ts';
import type { FileState } from './fileState.ts';
import { listedNames } from './listedNames.ts';
import { normalLine, sameLine, type OutputLine } from './outputText.ts';
import type { Region } from './placeOutput.ts';
import { searchHits } from './searchHits.ts';
import { splitLines, type Claim } from './stream.ts';

type TextClaim = Extract<Claim, { kind: 'text' }>;

const NUMBER = /^\s*(?:L)?(\d{1,7})(?:\s*[:|│→]\s?|\t|\s+)([^]*)$/;
const HEADING = /^==> (.+) <==$/;
const BLAME = /^\^?[0-9a-f]{6,40} .*?\s(\d{1,7})\) ?([^]*)$/;
const NUMBER_ALONE = /^\s*(\d{1,7})\s*[:|│→]?$/;
const ERROR =
  /No such file or directory|cannot open|can't read|cannot access|Permission denied|Is a directory|command not found|^fatal: |^error: |Traceback \(most recent|cannot find the path|does not exist/i;

/**
 * Takes what no simulation explains to files: by printed numbers, by text, and where a file is not at hand by the
 * arguments of the command (sections 15.3 of the notes on logs, rules 2 to 4).
 * @returns reasons for what stayed open
 */
export async function attribute(
  region: Region,
  state: FileState,
  exposures: Exposures,
  listed: Set<string>,
): Promise<string[]> {
  const lines = region.lines;
  if (lines.every((line) => line === null || line === '')) return [];
  const claims = distinct(
    region.pieces.flatMap((piece) => piece.claims.map((claim) => ({ claim, optional: piece.optional }))),
  );
  const open: string[] = [];
  const reads = claims.filter(({ claim }) => claim.kind === 'text') as { claim: TextClaim; optional: boolean }[];
  const texts = new Map<string, readonly string[] | null>();
  for (const { claim } of reads) for (const file of claim.files) await linesOf(file, claim, state, texts);
  let left = bySections(
    lines,
    reads.map(({ claim }) => claim),
    exposures,
    texts,
  );
  for (const { claim } of reads) left = byNumbers(left, claim, exposures, texts);
  if (reads.length > 0)
    left = byText(
      left,
      reads.map(({ claim }) => claim),
      exposures,
      texts,
    );
  const found = left.some((line, i) => line !== lines[i] && lines[i] !== '' && !HEADING.test(lines[i] ?? ''));
  for (const { claim } of claims) {
    if (claim.kind === 'listing') for (const path of listedNames(left, claim.folders, state)) listed.add(path);
    if (claim.kind === 'grep') await bySearch(left, claim, state, exposures, listed);
  }
  if (found) return open;
  for (const { claim, optional } of reads) {
    const unknown = claim.files.length > 0 && claim.files.every((file) => texts.get(file) === null);
    if (unknown && !optional && region.pieces.length === 1 && byArguments(lines, claim, exposures)) continue;
    if (optional || lines.some((line) => line !== null && ERROR.test(line))) continue;
    open.push(
      claim.files.length === 0
        ? 'files that were printed are not known'
        : unknown
          ? `${claim.files[0]} is not known`
          : `the output has no text of ${claim.files.slice(0, 3).join(', ')}`,
    );
  }
  return open;
}

function distinct(claims: { claim: Claim; optional: boolean }[]): { claim: Claim; optional: boolean }[] {
  const seen = new Set<string>();
  return claims.filter(({ claim }) => {
    const key = JSON.stringify(claim);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

async function linesOf(
  path: string,
  claim: Claim,
  state: FileState,
  texts: Map<string, readonly string[] | null>,
): Promise<readonly string[] | null> {
  const known = texts.get(path);
  if (known !== undefined) return known;
  const text = await state.readAt(path, claim.moment ?? 0);
  const lines = text === null ? null : splitLines(text);
  texts.set(path, lines);
  return lines;
}

/** Rule 2: lines with a number, each checked against that line of the file. Gives the output without them. */
function byNumbers(
  output: readonly OutputLine[],
  claim: TextClaim,
  exposures: Exposures,
  texts: ReadonlyMap<string, readonly string[] | null>,
): OutputLine[] {
  let left = [...output];
  for (const path of claim.files) {
    const file = texts.get(path);
    const numbered = left.map((line) => numberOf(line));
    if (!numbered.some((entry) => entry !== null)) return left;
    if (file) {
      const hits = numbered.map((entry) => entry !== null && fits(file[entry.line - 1], entry.text));
      // One number that fits by accident is no proof.
      const proof = numbered.some((entry, i) => hits[i] && entry!.text.replace(/[^\p{L}\p{N}]/gu, '').length >= 5);
      if (!proof) continue;
      numbered.forEach((entry, i) => {
        if (hits[i]) exposures.add(path, 'read', 'printed', claim.moment ?? 0, entry!.line, null);
      });
      left = left.map((line, i) => (hits[i] ? null : line));
    } else if (claim.numbered && claim.files.length === 1) {
      const present = numbered.filter((entry) => entry !== null);
      const ascending = present.every((entry, i) => i === 0 || entry.line > present[i - 1]!.line);
      if (!ascending || present.length * 2 < left.filter((line) => line !== null && line !== '').length) continue;
      for (const { line, text } of present) exposures.add(path, 'read', 'printed', claim.moment ?? 0, line, text);
      left = left.map((line, i) => (numbered[i] ? null : line));
    }
  }
  return left;
}

function numberOf(line: OutputLine): { line: number; text: string } | null {
  if (line === null) return null;
  const match = BLAME.exec(line) ?? NUMBER.exec(line);
  if (match) return { line: Number(match[1]), text: match[2]! };
  const alone = NUMBER_ALONE.exec(line);
  return alone ? { line: Number(alone[1]), text: '' } : null;
}

function fits(line: string | undefined, shown: string): boolean {
  if (line === undefined) return false;
  const normal = normalLine(line);
  return normal.trim() === shown.trim() || sameLine(normal, normalLine(shown));
}

/**
 * What `head` and `tail` print of several files: a section is looked for in the file of its heading alone, and the blank
 * line before the next heading is no line of a file. Gives the output without what was found.
 */
function bySections(
  output: readonly OutputLine[],
  claims: readonly TextClaim[],
  exposures: Exposures,
  texts: ReadonlyMap<string, readonly string[] | null>,
): OutputLine[] {
  const left = [...output];
  const starts = output.flatMap((line, i) => (line !== null && HEADING.test(line) ? [i] : []));
  starts.forEach((start, i) => {
    const next = starts[i + 1] ?? output.length;
    const end = next < output.length && output[next - 1] === '' ? next - 1 : next;
    if (end < next) left[end] = null;
    left[start] = null;
    const name = HEADING.exec(output[start]!)![1]!.replace(/^\.\//, '');
    const isNamed = (file: string): boolean => file === name || file.endsWith(`/${name}`) || name.endsWith(`/${file}`);
    const claim = claims.find(({ files }) => files.some(isNamed));
    if (!claim) return;
    const own = { ...claim, files: [claim.files.find(isNamed)!] };
    byText(left.slice(start + 1, end), [own], exposures, texts).forEach((line, at) => (left[start + 1 + at] = line));
  });
  return left;
}

/** Rule 3. Gives the output without what was found. */
function byText(
  output: readonly OutputLine[],
  claims: readonly TextClaim[],
  exposures: Exposures,
  texts: ReadonlyMap<string, readonly string[] | null>,
): OutputLine[] {
  const files: { file: string; lines: readonly string[]; moment: number }[] = [];
  for (const claim of claims)
    for (const file of claim.files) {
      const lines = texts.get(file);
      if (lines && !files.some((known) => known.file === file)) files.push({ file, lines, moment: claim.moment ?? 0 });
    }
  const left = [...output];
  for (const stripped of [false, true]) {
    const shown = stripped ? left.map((line) => (line === null ? null : (numberOf(line)?.text ?? line))) : left;
    if (stripped && !left.some((line) => numberOf(line) !== null)) break;
    for (const run of alignText([...shown], files)) {
      const moment = files.find(({ file }) => file === run.file)!.moment;
      for (let i = 0; i < run.length; i++) {
        exposures.add(run.file, 'read', 'simulated', moment, run.line + i, null);
        left[run.at + i] = null;
      }
    }
  }
  return left;
}

/** Rule 4: what the arguments ask for, as many lines as were printed. */
function byArguments(lines: readonly OutputLine[], claim: TextClaim, exposures: Exposures): boolean {
  const { range } = claim;
  if (!range || claim.files.length !== 1) return false;
  const cut = lines.indexOf(null);
  const shown = (cut < 0 ? lines : lines.slice(0, cut)) as string[];
  if (shown.length === 0 || shown.slice(0, 2).some((line) => ERROR.test(line))) return false;
  const asked = range.numbers?.length ?? (range.end === null ? Infinity : range.end - range.start + 1);
  if ((range.exact || range.numbers) && shown.length !== asked) return false;
  // More than was asked for is no content of this file alone.
  if (shown.length > asked) return false;
  shown.forEach((text, i) =>
    exposures.add(claim.files[0]!, 'read', 'arguments', claim.moment ?? 0, range.numbers?.[i] ?? range.start + i, text),
  );
  return true;
}

async function bySearch(
  output: readonly OutputLine[],
  claim: Extract<Claim, { kind: 'grep' }>,
  state: FileState,
  exposures: Exposures,
  listed: Set<string>,
): Promise<void> {
  const texts = new Map<string, readonly string[] | null>();
  if (claim.files.length === 1) await linesOf(claim.files[0]!, claim, state, texts);
  for (const { path, line } of searchHits(output, claim.files, claim.folders, state, texts)) {
    if (line > 0) exposures.add(path, 'search', 'printed', claim.moment ?? 0, line, null);
    else listed.add(path);
  }
}
