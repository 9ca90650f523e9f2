/**
 * Control characters, and those that turn the direction of text or cannot be seen: in a terminal or a page they would
 * make a name look like another one. The last two ranges are the halves of the invisible tag characters.
 */
const UNSEEN =
  // eslint-disable-next-line no-control-regex -- these are the characters to be shown
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\udb40[\udc00-\udfff]/g;

/** Text from outside with such characters as `\uXXXX`, which JSON reads back. */
export function shown(text: string): string {
  return text.replace(UNSEEN, (found) => found.split('').map(escaped).join(''));
}

/** `shown` for a line of code: tabs become four spaces. */
export function shownCode(line: string): string {
  return shown(line.replaceAll('\t', '    '));
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The text, or its beginning and an ellipsis; a character of two units is not torn. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
