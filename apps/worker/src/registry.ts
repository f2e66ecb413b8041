import {
  acceptWaiting,
  backfillFeed,
  type Context,
  deliverNotifications,
  eraseChat,
  erasePosts,
  eraseUser,
  expirePost,
  fanOutPost,
  indexMessages,
  indexPosts,
  makeExport,
  mergeFeeds,
  type Pusher,
  postponePush,
  publishRanking,
  pushToChat,
  reactivateFeed,
  recountCounters,
  relayPendingJobs,
  removeArchive,
  removeExpired,
  removeImages,
  renameImage,
  resumeImages,
  runImport,
  scorePosts,
  sendConfirmation,
  sendPasswordReset,
  sendPush,
  sendSignInNotice,
  showPost,
  startRanking,
  sweepImages,
  trimFeeds,
} from '@kith/domain';
import { type Handlers, Slots } from '@kith/platform';
import type { Imager } from './images/imager.ts';
import { processImage } from './images/processImage.ts';

interface Outside {
  imager: Imager;
  pusher: Pusher;
  makeBackup: () => Promise<void>;
  removeOldJobs: () => Promise<void>;
}

/** Of eight concurrent pushes in a process: a member whose push services do not answer delays only their own pushes. */
const pushesOfOneMember = 2;

/** The handler of every job. A missing one is a compile error. */
export function createRegistry(ctx: Context, { imager, pusher, makeBackup, removeOldJobs }: Outside): Handlers {
  const pushes = new Slots(pushesOfOneMember);
  return {
    'images.process': (payload) => processImage(ctx, imager, payload),
    'images.resume': () => resumeImages(ctx),
    'images.sweep': () => sweepImages(ctx),
    'images.rename': (payload) => renameImage(ctx, payload),
    'images.remove': ({ keys }) => removeImages(ctx, keys),
    'auth.sendPasswordReset': (payload) => sendPasswordReset(ctx, payload),
    'auth.sendConfirmation': (payload) => sendConfirmation(ctx, payload),
    'auth.sendSignInNotice': (payload) => sendSignInNotice(ctx, payload),
    'feed.fanOut': (payload) => fanOutPost(ctx, payload),
    'feed.backfill': (payload) => backfillFeed(ctx, payload),
    'push.send': (payload) =>
      pushes
        .run(payload.userId, () => sendPush(ctx, pusher, payload))
        .catch((error: unknown) => postponePush(ctx, payload, error)),
    'chats.push': (payload) => pushToChat(ctx, payload),
    'chats.erase': (payload) => eraseChat(ctx, payload),
    'feed.merge': (payload) => mergeFeeds(ctx, payload),
    'feed.wake': (payload) => reactivateFeed(ctx, payload),
    'follows.acceptWaiting': (payload) => acceptWaiting(ctx, payload),
    'feed.trim': () => trimFeeds(ctx),
    'users.erase': (payload) => eraseUser(ctx, payload),
    'posts.show': (payload) => showPost(ctx, payload),
    'posts.expire': (payload) => expirePost(ctx, payload),
    'posts.erase': (payload) => erasePosts(ctx, payload),
    'posts.index': () => indexPosts(ctx),
    'messages.index': () => indexMessages(ctx),
    'popular.start': () => startRanking(ctx),
    'popular.score': (payload) => scorePosts(ctx, payload),
    'popular.publish': (payload) => publishRanking(ctx, payload),
    'outbox.relay': async () => {
      await deliverNotifications(ctx);
      await relayPendingJobs(ctx);
    },
    'counters.recount': async () => {
      const { mended } = await recountCounters(ctx);
      if (mended > 0) ctx.log.warn({ mended }, 'stored counters had drifted from their rows');
    },
    'expired.remove': async () => {
      await removeExpired(ctx);
      await removeOldJobs();
    },
    'exports.make': (payload) => makeExport(ctx, payload),
    'imports.run': (payload) => runImport(ctx, payload, (imageId) => processImage(ctx, imager, { imageId })),
    'imports.remove': (payload) => removeArchive(ctx, payload),
    'backups.make': makeBackup,
  };
}
