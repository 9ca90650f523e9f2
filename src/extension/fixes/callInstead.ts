import type { Finding } from '../../protocol/report.ts';
import { maskCode, outerBrackets } from './codeMask.ts';
import type { MaskLanguage } from './codeMask.ts';
import { importLine } from './importPlace.ts';
import type { TextChange } from './textChange.ts';

/** What a file's fixes are made of. */
export interface CallInstead {
  changes: TextChange[];
  /** The findings that the changes are for; those left out could not be written, or meet another one. */
  fixed: Finding[];
}

/** The language of a file as far as a call can be written into it; null where it cannot. */
export function fixLanguage(file: string): MaskLanguage | null {
  if (/\.py$/.test(file)) return 'python';
  return /\.[cm]?[jt]sx?$/.test(file) ? 'ecmascript' : null;
}

/**
 * Puts the call of the target in the place of what repeats it, for findings of one file whose advice is a drop-in, and
 * the import to where the file's imports stand. Signature, decorators and the docstring stay.
 * @param text the audited text of the file, lines ended by `\n`
 */
export function callInstead(text: string, file: string, findings: readonly Finding[]): CallInstead {
  const language = fixLanguage(file);
  const result: CallInstead = { changes: [], fixed: [] };
  if (language === null) return result;
  const masked = maskCode(text, language);
  const imports = new Map<string, string>();
  let firstLine = Infinity;
  for (const finding of findings) {
    const { advice, function: own } = finding;
    if (!advice?.dropIn || advice.call === null || own.file !== file || own.cell !== undefined) continue;
    const root = rootOf(advice.call);
    // Two targets of one name cannot both be imported under it.
    if (advice.import !== null && (imports.get(root) ?? advice.import) !== advice.import) continue;
    const part = partOf(text, masked, own.startLine, own.endLine);
    const change = part && (finding.rule === 'duplicates-constant' ? constant : body)(part, finding, language);
    if (!change || result.changes.some((other) => change.start < other.end && other.start < change.end)) continue;
    result.changes.push(change);
    result.fixed.push(finding);
    firstLine = Math.min(firstLine, own.startLine);
    if (advice.import !== null) imports.set(root, advice.import);
  }
  if (imports.size > 0) {
    const added = [...new Set(imports.values())].filter((line) => !text.split('\n').includes(line));
    if (added.length > 0) result.changes.push(importLine(text, masked, added, firstLine, language));
  }
  result.changes.sort((a, b) => a.start - b.start);
  return result;
}

/** The text after changes that do not overlap. */
export function withChanges(text: string, changes: readonly TextChange[]): string {
  const bottomUp = [...changes].sort((a, b) => b.start - a.start);
  return bottomUp.reduce((now, { start, end, text: own }) => now.slice(0, start) + own + now.slice(end), text);
}

/** The lines of a function or constant. */
interface Part {
  /** Offset of its first line. */
  at: number;
  text: string;
  masked: string;
}

function partOf(text: string, masked: string, startLine: number, endLine: number): Part | null {
  let at = 0;
  for (let line = 1; line < startLine; line += 1) {
    at = text.indexOf('\n', at) + 1;
    if (at === 0) return null;
  }
  let end = at;
  for (let line = startLine; line <= endLine; line += 1) {
    const next = text.indexOf('\n', end);
    if (next < 0 && line < endLine) return null;
    end = next < 0 ? text.length : next + (line < endLine ? 1 : 0);
  }
  return { at, text: text.slice(at, end), masked: masked.slice(at, end) };
}

function body(part: Part, { function: own, advice }: Finding, language: MaskLanguage): TextChange | null {
  const found = language === 'python' ? pythonBody(part) : ecmascriptBody(part, own.name);
  if (!found) return null;
  const { start, end } = found;
  const old = part.masked.slice(start, end);
  const call = advice!.call!;
  // What returns nothing goes on returning nothing; a word too many in a nested function does no harm.
  const returns = /\breturn\b[ \t]*[^\s;}]/.test(old);
  const yields = /^yield\b/.test(call);
  const value = yields && returns && language === 'python' ? `(${call})` : call;
  const semicolon = language === 'ecmascript' && (/;[ \t]*(?:\n|$)/.test(old) || !old.trim().includes('\n')) ? ';' : '';
  const statement = `${returns ? 'return ' : ''}${value}${semicolon}`;
  const text = `${found.before}${statement}${found.after}`;
  if (part.text.slice(start, end).replace(/\s+/g, ' ').trim() === statement) return null;
  return { start: part.at + start, end: part.at + end, text };
}

/** Where a body stands in the part, and what is to be before and after its only statement. */
interface BodyPlace {
  start: number;
  end: number;
  before: string;
  after: string;
}

/** From behind the signature's colon, or behind the docstring, to the end. */
function pythonBody({ text, masked }: Part): BodyPlace | null {
  const def = /^([ \t]*)(?:async[ \t]+)?def\b/m.exec(masked);
  // Above it are decorators only.
  if (!def || /^[ \t]*(?:class|def)\b/m.test(masked.slice(0, def.index))) return null;
  const brackets = openSigns(masked, def.index);
  if (brackets === null) return null;
  const colon = brackets + 1;
  const rest = /^[^\n]*/.exec(masked.slice(colon))![0];
  const end = text.length;
  if (rest.trim() !== '') return { start: colon, end, before: ' ', after: '' };
  let start = colon + /^[^\n]*/.exec(text.slice(colon))![0].length;
  const first = /^(?:[ \t]*\n)*([ \t]+)\S/.exec(masked.slice(start + 1));
  if (!first) return null;
  const indent = first[1]!;
  const at = start + 1 + first[0].length - 1;
  const docstring = /^(?:[rRuU]{0,2})("""|'''|"|')/.exec(masked.slice(at, at + 6));
  if (docstring) {
    const close = masked.indexOf(docstring[1]!, at + docstring[0].length);
    if (close < 0) return null;
    const last = close + docstring[1]!.length;
    const tail = /^[^\n]*/.exec(masked.slice(last))![0];
    if (tail.trim() === '') start = last + /^[^\n]*/.exec(text.slice(last))![0].length;
  }
  return start >= end ? null : { start, end, before: `\n${indent}`, after: '' };
}

/** Offset of the colon that ends a signature; null when there is none. */
function openSigns(masked: string, from: number): number | null {
  let depth = 0;
  for (let at = from; at < masked.length; at += 1) {
    const sign = masked[at]!;
    if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
    else if (sign === ':' && depth === 0) return at;
    if (depth < 0) return null;
  }
  return null;
}

/** Between the braces that end the function. Functions without braces, and lines with two functions, have none. */
function ecmascriptBody({ text, masked }: Part, name: string): BodyPlace | null {
  const brackets = outerBrackets(masked);
  const last = brackets?.at(-1);
  if (!brackets || !last || masked[last.open] !== '{' || !/^[\s;,]*$/.test(masked.slice(last.close + 1))) return null;
  const head = masked.slice(0, last.open);
  const own = name.split('.').at(-1)!;
  if (/\b(?:class|interface|enum|namespace)\b/.test(head) || !/\(|=>/.test(head)) return null;
  if (/^[\w$]+$/.test(own) && own !== 'default' && !head.includes(own)) return null;
  // Braces before the body belong to a type; parameters behind them would be those of another function.
  const earlier = brackets.slice(0, -1).filter(({ open }) => masked[open] === '{');
  if (earlier.some(({ close }) => head.slice(close).includes('('))) return null;
  const start = last.open + 1;
  const old = text.slice(start, last.close);
  if (!old.includes('\n')) return { start, end: last.close, before: ' ', after: ' ' };
  const outer = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', last.close) + 1))![0];
  const inner = /\n([ \t]+)\S/.exec(masked.slice(start, last.close))?.[1];
  const indent = inner ?? `${outer}${outer.includes('\t') ? '\t' : '  '}`;
  return { start, end: last.close, before: `\n${indent}`, after: `\n${outer}` };
}

/** The value of a constant; the whole declaration where the import brings its name. */
function constant(part: Part, { function: own, advice }: Finding, language: MaskLanguage): TextChange | null {
  const { at, text, masked } = part;
  const name = own.name.split('.').at(-1)!;
  const declared =
    language === 'python'
      ? /^[ \t]*([\p{L}_][\p{L}\p{N}_]*)[ \t]*(?::[^=\n]+)?=(?!=)[ \t]*/u.exec(masked)
      : /^[ \t]*(?:export[ \t]+)?const[ \t]+([\p{L}_$][\p{L}\p{N}_$]*)[ \t]*(?::[^=\n]+)?=(?![=>])\s*/u.exec(masked);
  if (declared?.[1] !== name) return null;
  const brackets = outerBrackets(masked);
  const value = masked.slice(declared[0].length).trimEnd();
  const plain = brackets && withoutBrackets(masked, brackets).slice(declared[0].length).trimEnd();
  // Another declaration or statement in these lines is not ours.
  if (plain === null || /,/.test(plain) || /;(?!$)/.test(plain)) return null;
  if (advice!.call === name) {
    if (advice!.import === null || /^\s*export\b/.test(masked)) return null;
    return { start: at, end: at + text.length, text: '' };
  }
  const end = declared[0].length + value.length - (value.endsWith(';') ? 1 : 0);
  return { start: at + declared[0].length, end: at + end, text: advice!.call! };
}

function withoutBrackets(masked: string, brackets: readonly { open: number; close: number }[]): string {
  const signs = [...masked];
  for (const { open, close } of brackets) signs.fill(' ', open, close + 1);
  return signs.join('');
}

/** The name that the call begins with. */
function rootOf(call: string): string {
  return /^(?:await |yield from |yield\* ?|yield )?([\p{L}\p{N}_$]+)/u.exec(call)?.[1] ?? call;
}
