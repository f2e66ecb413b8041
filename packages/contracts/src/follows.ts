import * as z from 'zod/mini';
import { count, id } from './common.ts';

/** What the viewer is to somebody: `requested` waits for a private user's answer. */
export const followState = z.enum(['none', 'requested', 'following']);

export const followInput = z.object({ followerId: id, followedId: id });

/** The state after the call, and the followed user's count. */
export const followOutput = z.object({ following: z.boolean(), state: followState, followersCount: count });
export type FollowState = z.output<typeof followOutput>;
