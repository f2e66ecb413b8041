import type { Page, UserListItem } from '@kith/contracts';
import { userQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { userListItem } from './userView.ts';

/** People a member does not follow yet, the most followed of the newest members first; at most 50. */
export async function suggestUsers(ctx: Context, actor: Actor, input: { limit: number }): Promise<Page<UserListItem>> {
  const rows = await ctx.db.run(userQueries.suggested, [actor.userId, Math.min(input.limit, 50)]);
  return { items: rows.map((row) => userListItem(ctx.settings, row)), nextCursor: null };
}
