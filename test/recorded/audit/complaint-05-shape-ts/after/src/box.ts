export interface Box {
  update(block: string): void;
  finish(): string;
}

export function derive(key: Uint8Array): Box {
  const parts: string[] = [];
  return {
    update: (block) => void parts.push(String(block.length ^ key[0]!)),
    finish: () => parts.join(""),
  };
}
