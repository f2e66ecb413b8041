import type { OwnUser, Page, UserListItem, UserProfile } from '@kith/contracts';
import { userQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { type PageInput, wordCursor } from '../cursor.ts';
import { Refusal } from '../errors.ts';
import { visiblePage } from '../visiblePage.ts';
import { ownUser, userListItem, userProfile } from './userView.ts';

/** The caller's own account; for a token without the e-mail address, which no scope covers. Throws `not-found`. */
export async function readOwnUser(ctx: Context, userId: number, token: Actor['token'] = null): Promise<OwnUser> {
  const [row] = await ctx.db.run(userQueries.byId, [userId, userId]);
  if (!row) throw new Refusal('not-found');
  const user = ownUser(ctx.settings, row);
  return token ? { ...user, email: null } : user;
}

/** A user's page by id, name (case-insensitive) or identity uid. Throws `not-found`. */
export async function readUser(
  ctx: Context,
  actor: Actor,
  by: { userId: number } | { userName: string } | { firebaseUid: string },
): Promise<UserProfile> {
  const name = { userName: null, firebaseUid: null, ...by };
  const [row] =
    'userId' in by
      ? await ctx.db.run(userQueries.byId, [actor.userId, by.userId])
      : await ctx.db.run(userQueries.byName, [actor.userId, name.userName, name.firebaseUid]);
  if (!row) throw new Refusal('not-found');
  return userProfile(ctx.settings, row);
}

/** Users whose name starts with `query`, ignoring case, in the order of names, without the caller. Empty for an empty query. */
export async function searchUsers(
  ctx: Context,
  actor: Actor,
  input: PageInput & { query: string },
): Promise<Page<UserListItem>> {
  const prefix = input.query.trim().toLowerCase();
  // Names contain only letters, digits and _.- , so nothing else can match, and '~' sorts after all of them.
  if (!/^[a-z0-9_.-]{1,20}$/.test(prefix)) return { items: [], nextCursor: null };
  return visiblePage(input, {
    key: wordCursor,
    read: (after, rows) => ctx.db.run(userQueries.search, [actor.userId, prefix, `${prefix}~`, after, rows]),
    view: (row) => userListItem(ctx.settings, row),
    keyOf: (row) => [row.user_name.toLowerCase()],
  });
}

/** People that the caller does not follow yet: the most followed of the newest users first, at most 50. */
export async function suggestUsers(ctx: Context, actor: Actor, input: { limit: number }): Promise<Page<UserListItem>> {
  const rows = await ctx.db.run(userQueries.suggested, [actor.userId, Math.min(input.limit, 50)]);
  return { items: rows.map((row) => userListItem(ctx.settings, row)), nextCursor: null };
}
