import { schemaV1, schemaV2, type EventV1, type EventV2 } from "./schemas";

export function readV1(raw: string): EventV1 {
  const data: unknown = JSON.parse(raw);
  const checked = schemaV1.safeParse(data);
  if (!checked.success) {
    throw new Error(`v1: ${checked.error.message}`);
  }
  return checked.data;
}

export function readV2(raw: string): EventV2 {
  const data: unknown = JSON.parse(raw);
  const checked = schemaV2.safeParse(data);
  if (!checked.success) {
    throw new Error(`v2: ${checked.error.message}`);
  }
  return checked.data;
}
