import { z } from "zod";

export const schemaV1 = z.object({ id: z.string() });
export const schemaV2 = z.object({ key: z.string(), at: z.number() });
export type EventV1 = z.infer<typeof schemaV1>;
export type EventV2 = z.infer<typeof schemaV2>;
