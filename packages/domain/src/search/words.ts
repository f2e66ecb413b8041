import { searchWords } from '@kith/contracts';
import { Image, Post, type Transaction, wordQueries } from '@kith/db';

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
 * Replaces the indexed words of a post by the words of these texts and of the descriptions of its author's pictures. The transaction
 * must have locked the post's row.
 */
export async function putWords(
  tx: Transaction,
  postId: number,
  author: number,
  texts: Omit<Texts, 'alts'>,
): Promise<void> {
  // What others add to an album is not shown to everybody who sees the album, so nobody finds it by that.
  const described = { postId, owner: author, alt: { $ne: null } };
  const images = await tx.em().find(Image, described, { orderBy: { id: 'asc' } });
  const alts = images.flatMap(({ alt }) => alt ?? []);
  await tx.run(wordQueries.put, [postId, postWords({ ...texts, alts })]);
}

/** Updates a post's indexed words after the descriptions of its pictures have changed. */
export async function putDescribed(tx: Transaction, postId: number): Promise<void> {
  const post = await tx.em().findOneOrFail(Post, postId, { fields: ['author', 'caption', 'location'] });
  await putWords(tx, postId, post.author.id, post);
}
