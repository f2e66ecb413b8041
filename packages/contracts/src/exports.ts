import * as z from 'zod/mini';
import { count, time } from './common.ts';

/** The state of the caller's export: none, in progress, or ready for one download at `url` until `expiresAt`. */
export const exportState = z.object({
  status: z.enum(['none', 'waiting', 'ready']),
  url: z.nullable(z.string()),
  bytes: z.nullable(count),
  expiresAt: z.nullable(time),
});
export type ExportState = z.output<typeof exportState>;
