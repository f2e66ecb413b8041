import * as z from 'zod/mini';
import { givenTime, id, time } from './common.ts';
import { userSummary } from './users.ts';

/** A muted member; `until` is null for a mute without an end. */
export const mutedUser = z.extend(userSummary, { until: z.nullable(time) });
export type MutedUser = z.output<typeof mutedUser>;

/** Without `until`, a mute lasts until the muter ends it; a time in the past ends it. */
export const muteInput = z.object({ userId: id, until: z.nullish(givenTime) });
