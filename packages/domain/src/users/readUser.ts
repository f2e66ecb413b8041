import type { OwnUser, UserProfile } from '@kith/contracts';
import { userQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { ownUser, userProfile } from './userView.ts';

/** The member themselves. Throws `not-found`. */
export async function readOwnUser(ctx: Context, userId: number): Promise<OwnUser> {
  const [row] = await ctx.db.run(userQueries.byId, [userId, userId]);
  if (!row) throw new Refusal('not-found');
  return ownUser(ctx.settings, row);
}

/** A member's page by id, name (case does not matter) or identity uid. Throws `not-found`. */
export async function readUser(
  ctx: Context,
  actor: Actor,
  by: { userId: number } | { userName: string } | { firebaseUid: string },
): Promise<UserProfile> {
  const [row] =
    'userId' in by
      ? await ctx.db.run(userQueries.byId, [actor.userId, by.userId])
      : 'userName' in by
        ? await ctx.db.run(userQueries.byName, [actor.userId, by.userName])
        : await ctx.db.run(userQueries.byUid, [actor.userId, by.firebaseUid]);
  if (!row) throw new Refusal('not-found');
  return userProfile(ctx.settings, row);
}
