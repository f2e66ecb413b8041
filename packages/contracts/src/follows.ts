import * as z from 'zod/mini';
import { count, id } from './common.ts';

/** The viewer's relation to somebody: `requested` means that a private user has not answered yet. */
export const followState = z.enum(['none', 'requested', 'following']);

export const followInput = z.object({ followerId: id, followedId: id });

/** The follow relation after the call, and the followed user's number of followers. */
export const followOutput = z.object({ following: z.boolean(), state: followState, followersCount: count });
export type FollowState = z.output<typeof followOutput>;
