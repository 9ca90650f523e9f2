import { derive, Box } from "./box";

export function encrypt(key: string | Uint8Array, message: string): string {
  if (typeof key === "string") {
    key = new TextEncoder().encode(key);
  }
  const box: Box = derive(key);
  for (const block of message.match(/.{1,16}/g) ?? []) {
    box.update(block);
  }
  return box.finish();
}
