import * as z from 'zod/mini';
import { count, id } from './common.ts';
import { followState } from './users.ts';

export const followInput = z.object({ followerId: id, followedId: id });
/** The state after the call, and the followed member's count. */
export const followOutput = z.object({ following: z.boolean(), followState, followersCount: count });
