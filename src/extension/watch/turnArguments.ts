import { z } from 'zod';

/** What the commands about turns take from a key binding, a task or a test; without it the user is asked. */
export const turnArgsSchema = z
  .object({
    /** Name of the workspace folder, where several are open. */
    folder: z.string().optional(),
    /** What the agent is asked to do (begin only). */
    prompt: z.string().optional(),
  })
  .optional();
