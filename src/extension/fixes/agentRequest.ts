import type { Finding, Place } from '../../protocol/report.ts';

/** A prompt that asks an agent to use the target of a finding: where both are, how it is called, what stands in the way. */
export function agentRequest(finding: Finding): string {
  const { function: own, target, region, containment, advice, rule } = finding;
  const isPart = containment === 'contained' || containment === 'split';
  const from = isPart ? { ...own, ...region } : own;
  const lines = [
    `${code(own.name)} (${placeText(from)}) does again what ${code(target.name)} (${placeText(target)}) does.`,
  ];
  if (rule === 'wraps-target')
    lines.push(`Call ${code(target.name)} where ${code(own.name)} is called, and remove it.`);
  else if (rule === 'duplicates-constant') lines.push(`Use ${code(target.name)} instead of the value.`);
  else lines.push(`Replace ${isPart ? 'these lines' : `the body of ${code(own.name)}`} by a call of it.`);
  if (advice?.call) lines.push(`Call: ${code(advice.call)}`);
  if (advice?.import) lines.push(`Import: ${code(advice.import)}`);
  else if (advice?.importedAs) lines.push(`The file imports it already as ${code(advice.importedAs)}.`);
  if (advice && advice.obstacles.length > 0) lines.push(`To be seen to: ${advice.obstacles.map(plain).join('; ')}.`);
  const others = finding.members.length;
  if (others > 0) lines.push(`Do the same for its other copies: ${finding.members.map(memberText).join('; ')}.`);
  lines.push('Keep names, parameters and behaviour for callers, remove what is not used any more, and run the tests.');
  return `${lines.join('\n')}\n`;
}

function memberText(place: Place): string {
  return `${code(place.name)} (${placeText(place)})`;
}

function placeText({ file, startLine, endLine, cell }: Place): string {
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`;
  return `${plain(file)}${cell === undefined ? '' : `, cell ${cell + 1}`}, ${lines}`;
}

/** Names and paths are texts of others: one line each, with no mark that ends the code. */
function code(text: string): string {
  return `\`${plain(text).replaceAll('`', "'")}\``;
}

function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}
