import type { LinkPreviewView } from '@kith/contracts';
import { linkPreviewQueries } from '@kith/db';
import { refuseMissing } from '../auth/actor.ts';
import type { Actor, Context } from '../context.ts';
import { pictureAddresses } from '../images/pictureAddresses.ts';
import { queueRecordedJobs } from '../pendingJobs.ts';
import { linkViews } from './linkView.ts';
import { mayPreview } from './mayPreview.ts';

/** How long a call waits for a worker to read a page and its picture, in milliseconds. */
const maxWaitMs = 8_000;

/** Reads a preview once its page was read and its picture is processed, but after `maxWaitMs` as it is then. */
async function awaitPreview(ctx: Context, { id: previewId, due }: { id: number; due: boolean }) {
  let { promise, resolve } = Promise.withResolvers<void>();
  let late = false;
  let processing: number | null = null;
  const stop = ctx.live.subscribe(({ name, payload }) => {
    if (name === 'linkPreview.read' && payload.previewId === previewId) resolve();
    if (name === 'image.processed' && payload.imageId === processing) resolve();
  });
  const timer = setTimeout(() => {
    late = true;
    resolve();
  }, maxWaitMs);
  try {
    if (due) await queueRecordedJobs(ctx);
    for (;;) {
      ({ promise, resolve } = Promise.withResolvers<void>());
      const [preview] = await ctx.db.run(linkPreviewQueries.shown, [previewId]);
      processing = preview?.processing ?? null;
      if (!preview || late || (preview.read && processing === null)) return preview?.link ?? null;
      await promise;
    }
  } finally {
    clearTimeout(timer);
    stop();
  }
}

/**
 * What the card of a link in the caller's text would show; null if there is none, for a link to this server, and if hosts have
 * switched previews off. A worker reads the page, unless the caller linked to it within the last days. Throws `unauthenticated`.
 */
export async function previewLink(ctx: Context, actor: Actor, input: { url: string }): Promise<LinkPreviewView | null> {
  if (!(await mayPreview(ctx, input.url))) return null;
  const [found] = await ctx.db.run(linkPreviewQueries.find, [actor.userId, new URL(input.url).href]);
  if (!found) return refuseMissing(ctx, actor);
  const link = await awaitPreview(ctx, found);
  return linkViews(await pictureAddresses(ctx), link)[0] ?? null;
}
