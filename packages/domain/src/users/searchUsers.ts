import type { Page, UserListItem } from '@kith/contracts';
import { userQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { type PageInput, toPage, wordCursor } from '../cursor.ts';
import { userListItem } from './userView.ts';

/** Members whose name starts with `query`, case aside, by name, without the caller. Nothing for an empty query. */
export async function searchUsers(
  ctx: Context,
  actor: Actor,
  input: PageInput & { query: string },
): Promise<Page<UserListItem>> {
  const prefix = input.query.trim().toLowerCase();
  const after = wordCursor(input.cursor);
  // Names hold only letters, digits and _.- so nothing else can match, and '~' sorts after all of them.
  if (!/^[a-z0-9_.-]{1,20}$/.test(prefix)) return { items: [], nextCursor: null };
  const rows = await ctx.db.run(userQueries.search, [actor.userId, prefix, `${prefix}~`, after, input.limit + 1]);
  return toPage(
    rows,
    input.limit,
    (row) => userListItem(ctx.settings, row),
    (row) => [row.user_name.toLowerCase()],
  );
}
