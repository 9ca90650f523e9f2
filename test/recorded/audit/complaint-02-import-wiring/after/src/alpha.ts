import { readFile } from "node:fs/promises";
import { join, dirname } from "node:path";
import type { Gamma } from "./gamma";

export async function alpha(name: string): Promise<Gamma> {
  const text = await readFile(join(dirname(name), "alpha.json"), "utf8");
  return JSON.parse(text) as Gamma;
}
