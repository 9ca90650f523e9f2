import * as vscode from 'vscode';
import type { Finding } from '../../protocol/report.ts';
import { markdownText } from '../base/markdownText.ts';
import { readText } from '../base/readText.ts';
import { textLines } from '../base/text.ts';
import { bodyLines } from '../compare/bodyText.ts';
import { findingRef, placeOnly } from '../compare/references.ts';
import type { PlaceRef } from '../compare/references.ts';
import type { FindingMarks, ShownMark } from '../diagnostics/findingMarks.ts';
import { regionOf } from '../diagnostics/mark.ts';
import { hintText } from '../marks/hintText.ts';
import { evidenceLines } from './evidence.ts';

/** Findings of one line that a hover tells; the others are in the view. */
const MOST_FINDINGS = 3;

/** Commands that a hover's links may run: all else in it is untrusted text. */
const LINKS = ['rewheel.compareTarget', 'rewheel.openPlace'];

/**
 * Hovers on the line of a finding, and on the first line of its target: what repeats what, the evidence, one difference
 * of the two bodies, and links that open them.
 */
export function createFindingHover(marks: FindingMarks): vscode.Disposable {
  return vscode.languages.registerHoverProvider(
    { scheme: 'file' },
    {
      async provideHover({ uri }, position) {
        const here = marks
          .marksIn(uri)
          .filter(({ mark, anchor }) => mark.role !== 'member' && anchor.line === position.line);
        if (here.length === 0) return null;
        const parts = await Promise.all(here.slice(0, MOST_FINDINGS).map((one) => hoverOf(one, marks)));
        if (here.length > MOST_FINDINGS) {
          const rest = new vscode.MarkdownString();
          parts.push(rest.appendText(vscode.l10n.t('{0} more in the view Rewheel.', here.length - MOST_FINDINGS)));
        }
        return new vscode.Hover(parts);
      },
    },
  );
}

async function hoverOf(shown: ShownMark, marks: FindingMarks): Promise<vscode.MarkdownString> {
  const { finding, role } = shown.mark;
  const text = new vscode.MarkdownString();
  text.isTrusted = { enabledCommands: LINKS };
  text.appendMarkdown(`**${markdownText(hintText([shown]))}**\n\n`);
  // Above the difference: a hover is not high, and its end is below the fold.
  text.appendMarkdown(linksOf(shown, role === 'function' ? finding.target : finding.function)).appendMarkdown('\n\n');
  const bodies = await bodiesOf(shown, marks);
  const names = bodies ? await namesOf(bodies) : new Map<string, string>();
  if (bodies) await appendDiff(text, bodies, names, finding);
  for (const line of evidenceLines(finding, names)) text.appendMarkdown(`- ${markdownText(line)}\n`);
  return text;
}

interface Bodies {
  target: string[];
  copy: string[];
}

/** The lines of both sides as they are now; null when one of them is not the audited code any more. */
async function bodiesOf({ mark, folder }: ShownMark, marks: FindingMarks): Promise<Bodies | null> {
  const { finding } = mark;
  const [target, own] = [marks.spanOf(folder, finding.target), marks.spanOf(folder, finding.function)];
  const texts = target && own && (await Promise.all([readText(target.uri), readText(own.uri)]));
  if (!target || !own || !texts || texts[0] === null || texts[1] === null) return null;
  const { first, last } = regionOf(finding, own);
  return {
    target: bodyLines(textLines(texts[0]), target.first, target.last),
    copy: bodyLines(textLines(texts[1]), first, last),
  };
}

async function namesOf({ target, copy }: Bodies): Promise<Map<string, string>> {
  const { ownNames } = await import('../compare/ownNames.ts');
  return ownNames(copy.join('\n'), target.join('\n'));
}

/**
 * The difference of the bodies. Where they give other names to the same things, the copy is shown with the target's names:
 * every line would differ else, and what really differs would not be seen.
 */
async function appendDiff(
  text: vscode.MarkdownString,
  { target, copy }: Bodies,
  names: ReadonlyMap<string, string>,
  finding: Finding,
): Promise<void> {
  const [{ bodyDiff }, { withNames }] = await Promise.all([import('./bodyDiff.ts'), import('../compare/ownNames.ts')]);
  const last = (name: string): string => name.split('.').at(-1) ?? name;
  const all = new Map([...names, [last(finding.function.name), last(finding.target.name)]]);
  const diff = bodyDiff(target, withNames(copy.join('\n'), all).split('\n'));
  if (diff === 'too-different') return;
  if (diff === null) text.appendMarkdown(vscode.l10n.t('The bodies differ in nothing but names.'));
  else text.appendCodeblock(diff.text, 'diff');
  if (diff?.cut) text.appendMarkdown(vscode.l10n.t('The difference goes on: compare both sides to see it.'));
  text.appendMarkdown('\n\n');
}

function linksOf({ mark, folder }: ShownMark, other: PlaceRef['place']): string {
  const finding = findingRef(folder, null, mark.finding);
  const place: PlaceRef = { folder, turn: null, place: placeOnly(other) };
  const open = mark.role === 'function' ? vscode.l10n.t('Open target') : vscode.l10n.t('Open copy');
  return [
    link(vscode.l10n.t('Compare with Target'), 'rewheel.compareTarget', { finding, sameNames: false }),
    link(vscode.l10n.t('With the same names'), 'rewheel.compareTarget', { finding, sameNames: true }),
    link(open, 'rewheel.openPlace', place),
  ].join(' &nbsp;|&nbsp; ');
}

/** `label` is a text of ours; the argument may hold anything, and parentheses would end the link. */
function link(label: string, command: string, argument: unknown): string {
  const query = encodeURIComponent(JSON.stringify([argument])).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  );
  return `[${label}](command:${command}?${query})`;
}
