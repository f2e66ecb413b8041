import { searchWords } from '@kith/contracts';
import { imageQueries, Post, type Transaction, wordQueries } from '@kith/db';

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
 * Replaces the indexed words of a post by the words of these texts and of the descriptions of the post's pictures. The transaction
 * must have locked the post's row.
 */
export async function putWords(tx: Transaction, postId: number, texts: Omit<Texts, 'alts'>): Promise<void> {
  const alts = (await tx.run(imageQueries.alts, [postId])).map(({ alt }) => alt);
  await tx.run(wordQueries.put, [postId, postWords({ ...texts, alts })]);
}

/** Updates a post's indexed words after the descriptions of its pictures have changed. */
export async function putDescribed(tx: Transaction, postId: number): Promise<void> {
  await putWords(tx, postId, await tx.em().findOneOrFail(Post, postId, { fields: ['caption', 'location'] }));
}
