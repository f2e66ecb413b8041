import { searchWords } from '@kith/contracts';
import { type Database, imageQueries, Post, wordQueries } from '@kith/db';
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

type EntityManager = ReturnType<Database['em']>;

/**
 * Replaces the indexed words of posts by the words of these texts and of the descriptions of the posts' pictures. The
 * transaction must have locked the posts' rows.
 */
export async function putWords(ctx: Context, em: EntityManager, posts: (Texts & { id: number })[]): Promise<void> {
  const ids = posts.map(({ id }) => id);
  const described = new Map(
    (await ctx.db.run(imageQueries.alts, [ids], em)).map(({ post_id, alts }) => [post_id, alts]),
  );
  const rows = posts.flatMap((post) =>
    postWords({ ...post, alts: described.get(post.id) ?? [] }).map((word) => ({ id: post.id, word })),
  );
  await ctx.db.run(wordQueries.put, [ids, rows.map(({ id }) => id), rows.map(({ word }) => word)], em);
}

/** Updates a post's indexed words after the descriptions of its pictures have changed. */
export async function putDescribed(ctx: Context, em: EntityManager, postId: number): Promise<void> {
  const { caption, location } = await em.findOneOrFail(Post, postId, { fields: ['caption', 'location'] });
  await putWords(ctx, em, [{ id: postId, caption, location }]);
}
