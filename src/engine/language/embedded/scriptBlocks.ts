import { Parser } from 'htmlparser2';

/** A `<script>` element at the top level of a component. */
export interface ScriptBlock {
  /** Offsets of what stands between the tags. */
  start: number;
  end: number;
  attributes: Readonly<Record<string, string>>;
}

/**
 * The script elements at the top level of a Vue or Svelte component, by a forgiving HTML parser: what stands in templates,
 * comments and other blocks is none of them.
 */
export function scriptBlocks(text: string): ScriptBlock[] {
  const blocks: ScriptBlock[] = [];
  let depth = 0;
  let open: { start: number; attributes: Record<string, string> } | null = null;
  const parser: Parser = new Parser(
    {
      onopentag(name, attributes) {
        if (depth === 0 && name === 'script') open = { start: parser.endIndex + 1, attributes };
        depth++;
      },
      onclosetag(name) {
        depth--;
        if (depth > 0 || name !== 'script' || open === null) return;
        // A tag that closes itself, or that the file's end closes, has no closing tag to begin before.
        const end = text.startsWith('</', parser.startIndex)
          ? parser.startIndex
          : Math.max(open.start, parser.startIndex);
        blocks.push({
          start: open.start,
          end: Math.max(open.start, Math.min(end, text.length)),
          attributes: open.attributes,
        });
        open = null;
      },
    },
    { lowerCaseTags: false, lowerCaseAttributeNames: false, recognizeSelfClosing: true, decodeEntities: false },
  );
  parser.end(text);
  return blocks;
}
