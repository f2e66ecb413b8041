import { mentionedNames } from '@kith/contracts';
import { albumQueries, Post, type Transaction } from '@kith/db';

/**
 * Records, once a day, the notification that a member has added to an album: for its author and for who is tagged in it. Nobody is
 * notified of an album that still waits for its first pictures.
 */
export async function notifyOfAddition(tx: Transaction, postId: number, adderId: number): Promise<void> {
  const album = await tx.em().findOne(Post, { id: postId, kind: 'album', shownFrom: null }, { fields: ['caption'] });
  if (album) await tx.run(albumQueries.notify, [adderId, postId, mentionedNames(album.caption)]);
}
