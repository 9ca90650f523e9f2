/**
 * A text of others as Markdown that shows it as it is: every character that could mean something is escaped. Unlike
 * `MarkdownString.appendText` it leaves blanks as they are, so that long lines wrap. Line ends become blanks.
 */
export function markdownText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
