import type { PostView, ProfileLinkView, UserSummary } from '@kith/contracts';
import { postQueries, publicPageQueries, userQueries } from '@kith/db';
import type { Context } from './context.ts';
import { Refusal } from './errors.ts';
import { pictureAddresses } from './images/pictureAddresses.ts';
import { postView } from './posts/postView.ts';
import { listUserPosts } from './posts/readPosts.ts';
import { userSummary } from './users/userView.ts';

/** No user has this id, so the visibility rule treats the reader as a stranger. */
const anonymousViewer = 0;

/** A member with public pages. */
export interface PublicAuthor extends UserSummary {
  bio: string;
  links: ProfileLinkView[];
  /** Whether search engines may index the pages. */
  listed: boolean;
}

async function readAuthor(ctx: Context, by: { id: number } | { name: string }): Promise<PublicAuthor> {
  const [row] =
    'id' in by
      ? await ctx.db.run(userQueries.byId, [anonymousViewer, by.id])
      : await ctx.db.run(userQueries.byName, [anonymousViewer, by.name, null]);
  if (!row || row.private || row.public_pages === 'off') throw new Refusal('not-found');
  return { ...userSummary(ctx.settings, row), bio: row.bio, links: row.links, listed: row.public_pages === 'listed' };
}

/** A public post for readers without a session. Throws `not-found`, also if its author has opted out of public pages. */
export async function readPublicPost(ctx: Context, postId: number): Promise<{ author: PublicAuthor; post: PostView }> {
  const [row] = await ctx.db.run(postQueries.byIds, [anonymousViewer, [postId]]);
  if (!row) throw new Refusal('not-found');
  const author = await readAuthor(ctx, { id: row.author_id });
  return { author, post: postView(ctx.settings, await pictureAddresses(ctx), row) };
}

const newestPosts = 20;

/** A member and their newest public posts for readers without a session. Throws `not-found`. */
export async function readPublicProfile(
  ctx: Context,
  userName: string,
): Promise<{ author: PublicAuthor; posts: PostView[] }> {
  // Such a text is not a possible name, and it may contain characters that PostgreSQL cannot store.
  if (!/^[A-Za-z0-9_.-]{3,20}$/.test(userName)) throw new Refusal('not-found');
  const author = await readAuthor(ctx, { name: userName });
  const stranger = { userId: anonymousViewer, sessionId: '', reauthenticatedAt: null };
  const { items } = await listUserPosts(ctx, stranger, { userId: author.userId, limit: newestPosts });
  return { author, posts: items };
}

/** The maximum number of entries of a sitemap. */
const maxListed = 10_000;

/** The names of members whose pages search engines may index, newest first, at most 10,000. */
export const listPublicMembers = async (ctx: Context): Promise<string[]> =>
  (await ctx.db.run(publicPageQueries.listed, [anonymousViewer, maxListed])).map((row) => row.user_name);
