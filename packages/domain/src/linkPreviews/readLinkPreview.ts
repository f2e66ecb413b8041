import { Image, LinkPreview, LockMode, linkPreviewQueries, now } from '@kith/db';
import type { Context } from '../context.ts';
import { recordProcessing, removeImages } from '../images/imageFiles.ts';
import { queueRecordedJobs, recordJob } from '../pendingJobs.ts';
import type { OutboundClient } from '../ports.ts';
import { readServerSettings } from '../server/serverSettings.ts';
import { announceLinkPreview } from './announceLinkPreview.ts';
import { readPage, storePicture } from './readPage.ts';

/** After this many seconds, what nothing shows any more is deleted. */
const weekSeconds = 7 * 86_400;

/**
 * Reads the page of a link and stores what its card shows; a job processes the picture. Does nothing if the page was read within
 * the last days, so that a repeated job reads no page twice.
 */
export async function readLinkPreview(
  ctx: Context,
  outbound: OutboundClient,
  { previewId, userId }: { previewId: number; userId: number },
): Promise<void> {
  const [preview] = await ctx.db.run(linkPreviewQueries.shown, [previewId]);
  if (!preview || preview.read || !(await readServerSettings(ctx)).linkPreviews) return;
  const page = await readPage(ctx, outbound, preview.url);
  const original = page?.picture ? await storePicture(ctx, outbound, page.picture) : null;
  const stored = await ctx.db.transaction(async (tx) => {
    const em = tx.em();
    const row = await em.findOne(LinkPreview, previewId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!row) return false;
    // A page that now says nothing keeps what it said.
    const old = page && row.image ? await em.findOne(Image, row.image.id) : null;
    const image = original && em.create(Image, { owner: userId, kind: 'link', ...original });
    if (image) await em.persist(image).flush();
    const { title, description, siteName } = page ?? {};
    const facts = page && { title, description, siteName, image };
    em.assign(row, { readAt: now(), checkAt: now(weekSeconds), ...facts });
    if (image) await recordProcessing(tx, userId, image.id);
    if (old) {
      em.remove(old);
      await recordJob(tx, { name: 'images.remove', payload: { keys: [old.key] } });
    }
    return true;
  });
  // The preview was deleted meanwhile, with its member's account perhaps.
  if (!stored && original) await removeImages(ctx, [original.key]);
  await queueRecordedJobs(ctx);
  await announceLinkPreview(ctx, previewId);
}

/** The maximum number of previews that one statement examines. */
const batch = 500;

/** Deletes previews that nothing shows any more, a week after they were read. */
export async function removeOldLinkPreviews(ctx: Context): Promise<void> {
  for (let rows = batch; rows === batch; ) {
    rows = await ctx.db.transaction(async (tx) => {
      const [removed] = await tx.run(linkPreviewQueries.removeOld, [batch]);
      const keys = removed?.keys ?? [];
      if (keys.length > 0) await recordJob(tx, { name: 'images.remove', payload: { keys } });
      return removed?.rows ?? 0;
    });
    await queueRecordedJobs(ctx);
  }
}
