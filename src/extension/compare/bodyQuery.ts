import { z } from 'zod';
import { placeRefSchema } from './referenceSchema.ts';

/** Query of a body document: what a window restores is checked like everything from outside. */
export const bodyQuerySchema = z.object({ ref: placeRefSchema, like: placeRefSchema.nullable() });
