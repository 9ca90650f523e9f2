import { Tokenizer } from 'htmlparser2';

/** A `<script>` element at the top level of a component. */
export interface ScriptBlock {
  /** Offsets of what stands between the tags. */
  start: number;
  end: number;
  attributes: ReadonlyMap<string, string>;
}

/**
 * The script elements at the top level of a Vue or Svelte component, by the tokenizer of a forgiving HTML parser: what
 * stands in templates, comments and other blocks is none of them. Inside a block only tags of its own name are counted,
 * so a template whose markup is odd hides no script.
 */
export function scriptBlocks(kind: 'vue' | 'svelte', text: string): ScriptBlock[] {
  const reader = new BlockReader(kind, text);
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: false }, reader);
  tokenizer.write(text);
  tokenizer.end();
  return reader.blocks;
}

const nothing = (): void => undefined;

/** Takes the tokens; offsets are those of the text. */
class BlockReader {
  readonly blocks: ScriptBlock[] = [];
  private name = '';
  private attribute = '';
  private attributes = new Map<string, string>();
  /** Name of the block at the top level that is open, and how many elements of its name are; null between blocks. */
  private block: { name: string; open: number; start: number; attributes: ReadonlyMap<string, string> } | null = null;

  constructor(
    private readonly kind: 'vue' | 'svelte',
    private readonly text: string,
  ) {}

  readonly oncdata = nothing;
  readonly oncomment = nothing;
  readonly ondeclaration = nothing;
  readonly onprocessinginstruction = nothing;
  readonly ontext = nothing;
  readonly ontextentity = nothing;
  readonly onattribentity = nothing;
  readonly onattribend = nothing;

  onopentagname(start: number, end: number): void {
    this.name = this.text.slice(start, end);
    this.attributes = new Map();
  }

  onattribname(start: number, end: number): void {
    this.attribute = this.text.slice(start, end);
    this.attributes.set(this.attribute, '');
  }

  onattribdata(start: number, end: number): void {
    this.attributes.set(this.attribute, (this.attributes.get(this.attribute) ?? '') + this.text.slice(start, end));
  }

  onopentagend(end: number): void {
    const { name, attributes, block } = this;
    if (block) {
      if (block.name === name) block.open++;
    } else if (this.isBlock(name)) this.block = { name, open: 1, start: end + 1, attributes };
  }

  onselfclosingtag(end: number): void {
    const { attributes } = this;
    if (!this.block && this.name === 'script') this.blocks.push({ start: end + 1, end: end + 1, attributes });
  }

  onclosetag(start: number, end: number): void {
    if (this.block?.name !== this.text.slice(start, end) || --this.block.open > 0) return;
    this.close(this.text.lastIndexOf('<', start));
  }

  onend(): void {
    if (this.block) this.close(this.text.length);
  }

  private close(end: number): void {
    const { name, start, attributes } = this.block!;
    if (name === 'script') this.blocks.push({ start, end: Math.max(start, end), attributes });
    this.block = null;
  }

  /** In Svelte the markup itself is the top level; the page's head is the place for scripts that are not the component's. */
  private isBlock(name: string): boolean {
    return this.kind === 'vue' || name === 'script' || name === 'style' || name === 'svelte:head';
  }
}
