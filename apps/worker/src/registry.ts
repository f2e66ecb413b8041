import {
  acceptWaiting,
  backfillFeed,
  type Context,
  erasePosts,
  eraseUser,
  fanOutPost,
  makeExport,
  mergeFeeds,
  type Pusher,
  publishRanking,
  recountCounters,
  relayPendingJobs,
  removeExpired,
  removeImages,
  renameImage,
  resumeImages,
  scorePosts,
  sendConfirmation,
  sendPasswordReset,
  sendPush,
  startRanking,
  sweepImages,
  trimFeeds,
  wakeFeed,
} from '@kith/domain';
import type { Handlers } from '@kith/platform';
import type { Imager } from './imaging/imager.ts';
import { processImage } from './jobs/processImage.ts';

interface Outside {
  imager: Imager;
  pusher: Pusher;
  makeBackup: () => Promise<void>;
  removeOldJobs: () => Promise<void>;
}

/** Every job and what is done for it. A job that is missing here does not compile. */
export function createRegistry(ctx: Context, { imager, pusher, makeBackup, removeOldJobs }: Outside): Handlers {
  return {
    'images.process': (payload) => processImage(ctx, imager, payload),
    'images.resume': () => resumeImages(ctx),
    'images.sweep': () => sweepImages(ctx),
    'images.rename': (payload) => renameImage(ctx, payload),
    'images.remove': ({ keys }) => removeImages(ctx, keys),
    'auth.sendPasswordReset': (payload) => sendPasswordReset(ctx, payload),
    'auth.sendConfirmation': (payload) => sendConfirmation(ctx, payload),
    'feed.fanOut': (payload) => fanOutPost(ctx, payload),
    'feed.backfill': (payload) => backfillFeed(ctx, payload),
    'push.send': (payload) => sendPush(ctx, pusher, payload),
    'feed.merge': (payload) => mergeFeeds(ctx, payload),
    'feed.wake': (payload) => wakeFeed(ctx, payload),
    'follows.acceptWaiting': (payload) => acceptWaiting(ctx, payload),
    'feed.trim': () => trimFeeds(ctx),
    'users.erase': (payload) => eraseUser(ctx, payload),
    'posts.erase': (payload) => erasePosts(ctx, payload),
    'popular.start': () => startRanking(ctx),
    'popular.score': (payload) => scorePosts(ctx, payload),
    'popular.publish': (payload) => publishRanking(ctx, payload),
    'outbox.relay': async () => void (await relayPendingJobs(ctx)),
    'counters.recount': async () => {
      const { mended } = await recountCounters(ctx);
      if (mended > 0) ctx.log.warn({ mended }, 'stored counters had drifted from their rows');
    },
    'expired.remove': async () => {
      await removeExpired(ctx);
      await removeOldJobs();
    },
    'exports.make': (payload) => makeExport(ctx, payload),
    'backups.make': makeBackup,
  };
}
