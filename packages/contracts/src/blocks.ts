import * as z from 'zod/mini';
import { givenTime, id, muteSeconds, time } from './common.ts';
import { userSummary } from './users.ts';

/** A muted member; `until` is null for a mute without an end. */
export const mutedUser = z.extend(userSummary, { until: z.nullable(time) });
export type MutedUser = z.output<typeof mutedUser>;

/**
 * The end of the mute is `until`, or `forSeconds` from now. Without both, the mute lasts until the member ends it. A time in
 * the past ends the mute.
 */
export const muteInput = z.object({ userId: id, until: z.nullish(givenTime), forSeconds: z.optional(muteSeconds) });
