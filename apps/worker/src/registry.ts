import {
  acceptWaiting,
  backfillFeed,
  type Context,
  checkOldProfileLinks,
  checkProfileLinks,
  createExport,
  deliverNotifications,
  deliverWebhook,
  eraseChat,
  erasePosts,
  eraseUser,
  expirePost,
  fanOutPost,
  notifyBirthdays,
  notifyGuests,
  type OutboundClient,
  type Pusher,
  pictureHandlers,
  postponeJob,
  pushToChat,
  readLinkPreview,
  recountCounters,
  relayPendingJobs,
  removeArchive,
  removeExpired,
  removeExport,
  removeImages,
  removeUploadParts,
  renameImage,
  resumeImages,
  resumeWebhooks,
  runImport,
  sendConfirmation,
  sendPasswordReset,
  sendPush,
  sendResetLinkNotice,
  sendSignInNotice,
  sendWebhookOffNotice,
  showPost,
  startRanking,
  sweepImages,
  trimFeeds,
} from '@kith/domain';
import { type Handlers, Slots } from '@kith/platform';
import type { Ffmpeg } from './images/ffmpeg.ts';
import type { Imager } from './images/imager.ts';
import { processImage } from './images/processImage.ts';
import { transcodeVideo } from './images/transcodeVideo.ts';

interface Adapters {
  imager: Imager;
  ffmpeg: Ffmpeg | null;
  pusher: Pusher;
  outbound: OutboundClient;
  makeBackup: (asked: boolean) => Promise<void>;
  removeOldJobs: () => Promise<void>;
}

/**
 * How many pushes, how many webhook deliveries and how many pages of links may run at once for one member. The queue of each runs
 * more jobs at once. So addresses that do not respond delay only the requests for the member who entered them.
 */
const requestsOfOneMember = 2;

/** The handler of every job. A missing handler is a compile error. */
export function createRegistry(ctx: Context, adapters: Adapters): Handlers {
  const { imager, ffmpeg, pusher, outbound, makeBackup, removeOldJobs } = adapters;
  const imaging = { imager, ffmpeg, handlers: pictureHandlers };
  const pushes = new Slots(requestsOfOneMember);
  const deliveries = new Slots(requestsOfOneMember);
  const checks = new Slots(1);
  const pages = new Slots(requestsOfOneMember);
  return {
    'images.process': (payload) => processImage(ctx, imaging, payload),
    'images.transcode': (payload) => transcodeVideo(ctx, imaging, payload),
    'images.resume': () => resumeImages(ctx),
    'images.sweep': () => sweepImages(ctx),
    'images.rename': (payload) => renameImage(ctx, payload),
    'images.remove': ({ keys }) => removeImages(ctx, keys),
    'auth.sendPasswordReset': (payload) => sendPasswordReset(ctx, payload),
    'auth.sendConfirmation': (payload) => sendConfirmation(ctx, payload),
    'auth.sendResetLinkNotice': (payload) => sendResetLinkNotice(ctx, payload),
    'auth.sendSignInNotice': (payload) => sendSignInNotice(ctx, payload),
    'feed.fanOut': (payload) => fanOutPost(ctx, payload),
    'feed.backfill': (payload) => backfillFeed(ctx, payload),
    'push.send': (payload) =>
      pushes
        .run(payload.userId, () => sendPush(ctx, pusher, payload))
        .catch((error: unknown) => postponeJob(ctx, { name: 'push.send', payload }, error)),
    'webhooks.deliver': (payload) =>
      deliveries
        .run(payload.ownerId, () => deliverWebhook(ctx, outbound, payload))
        .catch((error: unknown) => postponeJob(ctx, { name: 'webhooks.deliver', payload }, error)),
    'webhooks.sendOffNotice': (payload) => sendWebhookOffNotice(ctx, payload),
    'profileLinks.check': (payload) =>
      checks
        .run(payload.userId, () => checkProfileLinks(ctx, outbound, payload))
        .catch((error: unknown) => postponeJob(ctx, { name: 'profileLinks.check', payload }, error)),
    'profileLinks.checkOld': () => checkOldProfileLinks(ctx),
    'linkPreviews.read': (payload) =>
      pages
        .run(payload.userId, () => readLinkPreview(ctx, outbound, payload))
        .catch((error: unknown) => postponeJob(ctx, { name: 'linkPreviews.read', payload }, error)),
    'webhooks.resume': () => resumeWebhooks(ctx),
    'chats.push': (payload) => pushToChat(ctx, payload),
    'chats.erase': (payload) => eraseChat(ctx, payload),
    'follows.acceptWaiting': (payload) => acceptWaiting(ctx, payload),
    'feed.trim': () => trimFeeds(ctx),
    'users.erase': (payload) => eraseUser(ctx, payload),
    'events.notify': (payload) => notifyGuests(ctx, payload),
    'posts.show': (payload) => showPost(ctx, payload),
    'posts.expire': (payload) => expirePost(ctx, payload),
    'posts.erase': (payload) => erasePosts(ctx, payload),
    'popular.start': () => startRanking(ctx),
    'pendingJobs.relay': async () => {
      await deliverNotifications(ctx);
      await relayPendingJobs(ctx);
    },
    'birthdays.notify': () => notifyBirthdays(ctx),
    'counters.recount': async () => {
      const { corrected } = await recountCounters(ctx);
      if (corrected > 0) ctx.log.warn({ corrected }, 'stored counters had drifted from their rows');
    },
    'expired.remove': async () => {
      await removeExpired(ctx);
      await removeOldJobs();
    },
    'exports.make': (payload) => createExport(ctx, payload),
    'exports.remove': (payload) => removeExport(ctx, payload),
    'imports.run': (payload) => runImport(ctx, payload, (imageId) => processImage(ctx, imaging, { imageId })),
    'imports.remove': (payload) => removeArchive(ctx, payload),
    'uploads.remove': (payload) => removeUploadParts(ctx, payload),
    'backups.make': ({ asked = false }) => makeBackup(asked),
  };
}
