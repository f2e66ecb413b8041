import type { Page, UserListItem } from '@kith/contracts';
import { followQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { type PageInput, timeCursor, toPage } from '../cursor.ts';
import { userCounts } from '../users/storedCount.ts';
import { userListItem } from '../users/userView.ts';

type Direction = 'followers' | 'following';

async function list(
  ctx: Context,
  actor: Actor,
  input: PageInput & { userId: number },
  direction: Direction,
): Promise<Page<UserListItem>> {
  const { at, id } = timeCursor(input.cursor);
  const rows = await ctx.db.run(followQueries[direction], [actor.userId, input.userId, at, id, input.limit + 1]);
  return toPage(
    rows,
    input.limit,
    (row) => userListItem(ctx.settings, row),
    (row) => [row.created_at, row.id],
  );
}

/** Who follows a member, newest first. */
export const listFollowers = (ctx: Context, actor: Actor, input: PageInput & { userId: number }) =>
  list(ctx, actor, input, 'followers');

/** Whom a member follows, newest first. */
export const listFollowing = (ctx: Context, actor: Actor, input: PageInput & { userId: number }) =>
  list(ctx, actor, input, 'following');

/** How many follow a member. Throws `not-found`. */
export const countFollowers = async (ctx: Context, actor: Actor, input: { userId: number }): Promise<number> =>
  (await userCounts(ctx, actor, input.userId)).followers_count;

/** How many a member follows. Throws `not-found`. */
export const countFollowing = async (ctx: Context, actor: Actor, input: { userId: number }): Promise<number> =>
  (await userCounts(ctx, actor, input.userId)).following_count;
