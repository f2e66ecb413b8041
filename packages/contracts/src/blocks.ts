import * as z from 'zod/mini';
import { givenTime, id, muteSeconds, time } from './common.ts';
import { userSummary } from './users.ts';

/** A muted member; `until` is null for a mute without an end. */
export const mutedUser = z.extend(userSummary, { until: z.nullable(time) });
export type MutedUser = z.output<typeof mutedUser>;

/**
 * `until` is the end of the mute, or `forSeconds`, which takes its place, how long it lasts. Without both, the mute lasts until
 * the member lifts it; a time in the past lifts the mute.
 */
export const muteInput = z.object({ userId: id, until: z.nullish(givenTime), forSeconds: z.optional(muteSeconds) });
