import { cellLine } from '../language/embedded/cellLine.ts';
import { digestTokens } from '../language/digest.ts';
import type { AuditOptions } from '../../protocol/options.ts';
import type { Finding, Level, Origin, Place, RuleId, TargetPlace } from '../../protocol/report.ts';
import { placeText } from '../../protocol/placeText.ts';
import { RULES } from '../../protocol/rules.ts';
import type { FunctionRef } from '../model/state.ts';
import { compareText } from '../model/state.ts';

/** Where a function stands, as the report writes it. */
export function placeOf(ref: FunctionRef): Place {
  const { symbol } = ref;
  return { file: ref.file.path, name: symbol.qualifiedName, startLine: symbol.startLine, endLine: symbol.endLine };
}

export function targetPlaceOf(ref: FunctionRef, origin: Origin): TargetPlace {
  return { ...placeOf(ref), origin };
}

/** `name (file:line)`, for messages; in a notebook `name (file, cell 2:line)`. */
export function describe(ref: FunctionRef): string {
  const { qualifiedName, startLine } = ref.symbol;
  const { path, summary } = ref.file;
  const at = summary.cells ? cellLine(summary.cells, startLine) : { line: startLine };
  return `${qualifiedName} (${placeText({ file: path, startLine: at.line, ...('cell' in at && { cell: at.cell }) })})`;
}

/** `12-15`, for messages: lines of a function's file, in a notebook those inside its cell. */
export function linesText({ file }: FunctionRef, lines: { startLine: number; endLine: number }): string {
  const { cells } = file.summary;
  const first = cells ? cellLine(cells, lines.startLine).line : lines.startLine;
  return `${first}-${first + lines.endLine - lines.startLine}`;
}

/**
 * Identity of a finding: the rule, and of both sides the body and the own name. Neither lines nor paths take part, so
 * it survives moves, reformatting and edits elsewhere, and ends when one of the bodies drifts (design.md section 2).
 * Of two copies, which one repeats the other depends on their paths and on the base, so neither their order nor the rule
 * that this decides takes part.
 */
export function fingerprintOf(rule: RuleId, fn: FunctionRef, target: FunctionRef): string {
  const side = (ref: FunctionRef): string[] => [ref.symbol.name, ref.symbol.exact || ref.symbol.content];
  if (rule !== 'reimplements-logic' && rule !== 'duplicates-self') {
    return digestTokens([rule, ...side(fn), ...side(target)]);
  }
  const sides = [side(fn), side(target)].sort(([nameA, bodyA], [nameB, bodyB]) => {
    return compareText(nameA!, nameB!) || compareText(bodyA!, bodyB!);
  });
  return digestTokens(['copies', ...sides.flat()]);
}

/** Identity of one copy: its name and body. */
export function sideOf({ symbol }: FunctionRef): string {
  return digestTokens([symbol.name, symbol.exact || symbol.content]);
}

const ORDER: Level[] = ['hidden', 'info', 'warning', 'error'];

export function atLeast(level: Level, floor: Level): boolean {
  return ORDER.indexOf(level) >= ORDER.indexOf(floor);
}

/**
 * Level of a finding after the settings: `0` and `hidden` hide it; any other level replaces the rule's default, but a
 * finding that was judged weaker than the default never rises above `info` by it.
 */
export function levelFor(rule: RuleId, judged: Level, options: AuditOptions): Level {
  const setting = options.levels[rule];
  if (setting === undefined) return judged;
  if (setting === 0 || setting === 'hidden') return 'hidden';
  return judged === 'info' && RULES[rule].level === 'warning' ? 'info' : setting;
}

/** The report's order: file, startLine, rule, target. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    compareText(a.function.file, b.function.file) ||
    a.function.startLine - b.function.startLine ||
    compareText(a.rule, b.rule) ||
    compareText(a.target.file, b.target.file) ||
    a.target.startLine - b.target.startLine ||
    compareText(a.function.name, b.function.name) ||
    compareText(a.target.name, b.target.name)
  );
}
