import { readFile } from "node:fs/promises";
import { join, dirname } from "node:path";
import type { Gamma } from "./gamma";

export async function beta(name: string): Promise<Gamma> {
  const text = await readFile(join(dirname(name), "beta.json"), "utf8");
  return { ...(JSON.parse(text) as Gamma), beta: true };
}
