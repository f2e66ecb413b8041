import { searchWords } from '@kith/contracts';
import { imageQueries, Post, type Transaction, wordQueries } from '@kith/db';
import type { Context } from '../context.ts';

interface Texts {
  caption: string;
  location?: string | null | undefined;
  /** The descriptions of the post's pictures. */
  alts?: string[];
}

/** The words by which a post is found. */
export const postWords = ({ caption, location, alts = [] }: Texts): string[] =>
  searchWords([caption, location ?? '', ...alts]);

/**
 * Replaces the indexed words of posts by the words of these texts and of the descriptions of the posts' pictures. The
 * transaction must have locked the posts' rows.
 */
export async function putWords(tx: Transaction, posts: (Texts & { id: number })[]): Promise<void> {
  const ids = posts.map(({ id }) => id);
  const described = new Map((await tx.run(imageQueries.alts, [ids])).map(({ post_id, alts }) => [post_id, alts]));
  const rows = posts.flatMap((post) =>
    postWords({ ...post, alts: described.get(post.id) ?? [] }).map((word) => ({ id: post.id, word })),
  );
  await tx.run(wordQueries.put, [ids, rows.map(({ id }) => id), rows.map(({ word }) => word)]);
}

/** Updates a post's indexed words after the descriptions of its pictures have changed. */
export async function putDescribed(tx: Transaction, postId: number): Promise<void> {
  const { caption, location } = await tx.em().findOneOrFail(Post, postId, { fields: ['caption', 'location'] });
  await putWords(tx, [{ id: postId, caption, location }]);
}

/** The number of posts per transaction: small, because a member who edits one of them waits for the transaction. */
const batch = 200;

/** Indexes posts that an older version did not index. Works in batches, so it can be interrupted and run again. */
export async function indexPosts(ctx: Context): Promise<void> {
  let found = batch;
  while (found === batch) {
    found = await ctx.db.transaction(async (tx) => {
      const posts = await tx.run(wordQueries.unindexed, [batch]);
      if (posts.length > 0) await putWords(tx, posts);
      return posts.length;
    });
  }
}
