import { mentionedNames } from '@kith/contracts';
import { ClaimedUserName, confusedWith, type Handle, postQueries } from '@kith/db';
import { requireScope } from '../auth/tokens.ts';
import type { Actor } from '../context.ts';
import { Refusal } from '../errors.ts';

/** What a member may do with the pictures of a post that they see: `add` is the right of who is tagged in an album. */
export interface PictureRights {
  authorId: number;
  album: boolean;
  may: 'all' | 'add' | 'nothing';
}

/**
 * A member's rights to the pictures of a post; null if the member does not see the post. Tagged is who is mentioned in the caption
 * and had that name when it was written, also if the member has given it up since: nobody else can have it.
 */
export async function pictureRights(db: Handle, userId: number, postId: number): Promise<PictureRights | null> {
  const [post] = await db.run(postQueries.audienceOf, [userId, postId]);
  if (!post) return null;
  const { author_id: authorId, caption, written_at: writtenAt } = post;
  const album = post.kind === 'album';
  if (authorId === userId) return { authorId, album, may: 'all' };
  const names = album ? mentionedNames(caption) : [];
  const held = { user: userId, $or: names.map(confusedWith), takenAt: { $lte: new Date(writtenAt) } };
  const tagged = names.length > 0 && (await db.em().count(ClaimedUserName, held)) > 0;
  return { authorId, album, may: tagged ? 'add' : 'nothing' };
}

/**
 * Throws `not-found` if the member does not see the post, `forbidden` if they may not add pictures to it, and `missing-scope` for a
 * token that may not read it: the answer contains the post, which in an album is another member's.
 */
export function requireAdding(rights: PictureRights | null, actor: Actor): PictureRights {
  if (!rights) throw new Refusal('not-found');
  if (rights.authorId !== actor.userId) requireScope(actor, 'read');
  if (rights.may === 'nothing') throw new Refusal('forbidden');
  return rights;
}

/** Throws unless the member may change the picture of the post that `ownerId` has added: the post's author any, an adder the own one. */
export function requirePicture(rights: PictureRights | null, { userId }: Actor, ownerId: number | undefined): void {
  const own = ownerId === userId;
  if (!rights && !own) throw new Refusal('not-found');
  if (rights?.may === 'nothing' && !own) throw new Refusal('forbidden');
  if (ownerId === undefined) throw new Refusal('not-found');
  if (rights?.may !== 'all' && !own) throw new Refusal('forbidden');
}
