import { firstLink } from '@kith/contracts';
import { Comment, type Handle, LockMode, linkPreviewQueries, Message, Post, type Transaction } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { userLimits } from '../limits.ts';
import { queueRecordedJobs } from '../pendingJobs.ts';
import { mayPreview } from './mayPreview.ts';

/** Where a link is written. */
type Place = 'post' | 'comment' | 'message';

/**
 * The address of which a text gets a preview: its first link. Null without one, if the author wants none, for a link to
 * this server, while previews are switched off, and for a member who has written very many links.
 */
export async function linkToShow(
  ctx: Context,
  { userId }: Pick<Actor, 'userId'>,
  text: string,
  preview = true,
): Promise<string | null> {
  const url = preview ? firstLink(text) : null;
  if (url === null || !(await mayPreview(ctx, url))) return null;
  return (await ctx.limiter.consume(userLimits.previews, `member:${userId}`)) === null ? url : null;
}

/** Gives a text the preview of `url`, or none, in the transaction that writes the text. A job reads the page if need be. */
export async function setLink(
  tx: Transaction,
  { userId }: Pick<Actor, 'userId'>,
  place: Place,
  id: number,
  url: string | null,
): Promise<void> {
  const [found] = url === null ? [] : await tx.run(linkPreviewQueries.find, [userId, url]);
  const values = { linkPreview: found?.id ?? null };
  if (place === 'post') await tx.em().nativeUpdate(Post, { id }, values);
  else if (place === 'comment') await tx.em().nativeUpdate(Comment, { id }, values);
  else await tx.em().nativeUpdate(Message, { id }, values);
}

/**
 * Runs a statement that writes a text. In the same transaction, gives the new row the preview of `url` and whatever else `add`
 * writes for it.
 */
export async function writeWithLink<Row extends { id: number }>(
  ctx: Context,
  actor: Pick<Actor, 'userId'>,
  place: Place,
  { url, add }: { url: string | null; add?: ((tx: Transaction, id: number) => Promise<void>) | undefined },
  write: (db: Handle) => Promise<Row[]>,
): Promise<Row | undefined> {
  if (url === null && !add) return (await write(ctx.db))[0];
  const written = await ctx.db.transaction(async (tx) => {
    const [row] = await write(tx);
    if (row && url !== null) await setLink(tx, actor, place, row.id, url);
    if (row) await add?.(tx, row.id);
    return row;
  });
  await queueRecordedJobs(ctx);
  return written;
}

/** The caller's text before an edit, which is locked until the transaction ends; undefined for a text of somebody else. */
async function textBefore(tx: Transaction, userId: number, place: Place, id: number): Promise<string | undefined> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  if (place === 'post') return (await tx.em().findOne(Post, { id, author: userId }, { lockMode }))?.caption;
  if (place === 'comment') return (await tx.em().findOne(Comment, { id, author: userId }, { lockMode }))?.content;
  return (await tx.em().findOne(Message, { id, sender: userId }, { lockMode }))?.content;
}

/**
 * Runs a statement that edits a text. If the first link is another one now, the text gets the preview of `url`; otherwise it keeps
 * what it has, so that a preview that its author took away does not come back. The caller then queues the recorded jobs.
 */
export async function editWithLink<Row>(
  tx: Transaction,
  actor: Pick<Actor, 'userId'>,
  { place, id, text, url }: { place: Place; id: number; text: string; url: string | null },
  edit: () => Promise<Row[]>,
): Promise<Row | undefined> {
  const before = await textBefore(tx, actor.userId, place, id);
  const [row] = await edit();
  if (row && before !== undefined && firstLink(before) !== firstLink(text)) await setLink(tx, actor, place, id, url);
  return row;
}
