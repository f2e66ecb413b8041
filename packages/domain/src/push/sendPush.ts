import {
  type DeviceRow,
  followQueries,
  type MediaKind,
  notificationQueries,
  PushSubscription,
  plus,
  pushQueries,
  webhookQueries,
} from '@kith/db';
import { countUnreadMessages } from '../chats/readChats.ts';
import type { Context } from '../context.ts';
import { eventCardView } from '../events/eventView.ts';
import { countFollowRequests } from '../followRequests.ts';
import type { JobPayloads } from '../jobs.ts';
import { countUnreadNotifications } from '../notifications.ts';
import { queueRecordedJobs, recordJobIn, recordJobs } from '../pendingJobs.ts';
import type { Pusher } from '../ports.ts';
import { readServerSettings } from '../server/serverSettings.ts';
import { pictureUrl } from '../users/userView.ts';
import { pushKeys } from './keys.ts';
import { type PushContent, pushText, replyTexts } from './pushText.ts';

type Payload = JobPayloads['push.send'];

interface Subject {
  content: PushContent;
  /** The title and picture of the push: a member's name and picture, or the group's name and the sender's picture. */
  from: { title: string; picture: string | null };
  /**
   * The chat that receives a reply written in the push itself. Set only for pushes about messages, and not for message requests.
   */
  replyTo?: { userId: number } | { chatId: number };
  /** The path that a tap on the notification opens. */
  path: string;
  /**
   * The position of this push among the pushes about the same item. A device that was already notified up to this position is
   * skipped, so that nothing is pushed twice.
   */
  position: number;
}

const nameOf = (row: { user_name: string; display_name: string | null }): string => row.display_name ?? row.user_name;

const mediaKinds = {
  message: { video: 'video', voice: 'voice' },
  group: { video: 'groupVideo', voice: 'groupVoice' },
} as const;

/** Several messages are only counted; a single one may be called a video or a voice message. */
function kindOf(
  place: 'message' | 'group',
  row: { media: MediaKind | null; unread_count: number },
): PushContent['kind'] {
  const { media, unread_count: unread } = row;
  return unread === 1 && (media === 'video' || media === 'voice') ? mediaKinds[place][media] : place;
}

/**
 * The item to push, as its reader may see it now; null if it is read, deleted, hidden or muted, or its reader has switched off
 * notifications about it.
 */
async function readSubject(ctx: Context, { userId, about, id }: Payload): Promise<Subject | null> {
  const { db } = ctx;
  if (about === 'message') {
    const [row] = await db.run(pushQueries.message, [userId, id]);
    if (!row) return null;
    const content: PushContent = {
      kind: row.request ? 'messageRequest' : kindOf('message', row),
      names: [nameOf(row)],
      count: row.unread_count,
    };
    const from = { title: nameOf(row), picture: row.picture_key };
    const subject = { content, from, path: `/messages?userId=${id}`, position: row.position };
    return row.request ? subject : { ...subject, replyTo: { userId: id } };
  }
  if (about === 'chat') {
    const [row] = await db.run(pushQueries.chat, [userId, id]);
    if (!row) return null;
    const content: PushContent = {
      kind: row.mentions ? 'groupMention' : kindOf('group', row),
      names: [nameOf(row), row.name ?? ''],
      count: row.unread_count,
    };
    const from = { title: row.name ?? nameOf(row), picture: row.picture_key };
    return { content, from, path: `/messages?chatId=${id}`, position: row.position, replyTo: { chatId: id } };
  }
  if (about === 'request') {
    const [row] = await db.run(followQueries.request, [userId, id, true]);
    if (!row) return null;
    const content: PushContent = { kind: 'request', names: [nameOf(row)], count: 1 };
    const from = { title: nameOf(row), picture: row.picture_key };
    return { content, from, path: '/notification', position: Date.parse(row.created_at) };
  }
  const [row] = await db.run(notificationQueries.one, [userId, id, true]);
  if (!row || row.kind === 'reportActed' || row.kind === 'reportKept') return null;
  if (row.kind === 'signIn' || row.kind === 'webhookOff' || row.kind === 'resetLink') return null;
  const names = row.actors.map(nameOf);
  const path = row.post_id === null ? '/notification' : `/post/${row.post_id}`;
  const [newest] = row.actors;
  const title = newest ? nameOf(newest) : (await readServerSettings(ctx)).name;
  const from = { title, picture: newest?.picture_key ?? null };
  const { event: details, time_zone: timeZone } = row;
  const event = details && timeZone ? { times: eventCardView(details), timeZone, now: ctx.clock.now() } : null;
  return { content: { kind: row.kind, names, count: row.actors_count, event }, from, path, position: row.position };
}

/** The number on the app's icon: unread notifications, follow requests, and conversations with unread messages. */
async function badgeOf(ctx: Context, userId: number): Promise<number> {
  const actor = { userId };
  const [entries, requests, { conversations }] = await Promise.all([
    countUnreadNotifications(ctx, actor),
    countFollowRequests(ctx, actor),
    countUnreadMessages(ctx, actor),
  ]);
  return entries.count + requests.count + conversations;
}

/** The backoff in seconds after a push that the service did not accept, by attempt. */
const retryDelays = [10, 60, 300, 1_800];

/** The maximum pause that a push service may ask for, in seconds. */
const maxRetryDelay = 3_600;

/** Consecutive failures after which a device is deleted; the browser subscribes again at its next visit. */
const maxFailures = 10;

/** The beginning of a push's tag, by the kind of its subject. */
const tags = { message: 'chat', chat: 'group', notification: 'entry', request: 'request' };

/**
 * Pushes to those devices of a member that were not notified yet. Idempotent: notified devices are skipped, and a device replaces
 * what it shows under the same tag. Devices whose session has ended are left out.
 */
export async function sendPush(ctx: Context, pusher: Pusher, payload: Payload): Promise<void> {
  const { userId, about, id, sessionId = null } = payload;
  const tag = `${tags[about]}-${id}`;
  if ((await ctx.db.run(pushQueries.devices, [userId, tag, sessionId])).length === 0) return;
  const subject = await readSubject(ctx, payload);
  if (!subject) return;
  const [keys, badge] = await Promise.all([pushKeys(ctx), badgeOf(ctx, userId)]);
  // The devices are queried a second time, so that a device that has logged out since the first query is not included.
  const devices = await ctx.db.run(pushQueries.devices, [userId, tag, sessionId]);
  const pending = devices.filter(({ position }) => position < subject.position);
  await Promise.all(
    pending.map(async (device) => {
      const { content, from, path, replyTo } = subject;
      const text = JSON.stringify({
        tag,
        badge,
        path,
        title: from.title,
        body: pushText(device.language, content),
        icon: pictureUrl(ctx.settings, from.picture),
        ...(replyTo && { reply: { ...replyTo, words: replyTexts(device.language) } }),
      });
      const outcome = await pusher.send(
        device,
        { text, topic: tag, urgent: subject.content.kind === 'message' || about === 'chat' },
        keys,
      );
      await recordOutcome(ctx, payload, device, { tag, position: subject.position, outcome });
    }),
  );
}

/**
 * Records a message of a group for its members' webhooks, and a push to each member with devices who has unread messages in the
 * group. Idempotent.
 */
export async function pushToChat(ctx: Context, { chatId, messageId }: JobPayloads['chats.push']): Promise<void> {
  const hooks = await ctx.db.run(webhookQueries.ofChat, [chatId, messageId]);
  const members = await ctx.db.run(pushQueries.chatMembers, [chatId]);
  const about = { about: 'chat', id: chatId } as const;
  await recordJobs(
    ctx.db,
    'push.send',
    members.map(({ id: userId }) => ({ userId, ...about })),
  );
  if (members.length + hooks.length > 0) await queueRecordedJobs(ctx);
}

interface SendResult {
  tag: string;
  position: number;
  outcome: Awaited<ReturnType<Pusher['send']>>;
}

async function recordOutcome(
  ctx: Context,
  payload: Payload,
  device: DeviceRow,
  { tag, position, outcome }: SendResult,
): Promise<void> {
  const { session_id: sessionId, endpoint } = device;
  const { tries = 0 } = payload;
  const wait = retryDelays[tries];
  const em = ctx.db.em();
  const row = { session: sessionId, endpoint };
  if (outcome === 'sent') await ctx.db.run(pushQueries.recordSent, [sessionId, endpoint, tag, position]);
  else if (outcome === 'gone') await em.nativeDelete(PushSubscription, row);
  else if (outcome === 'refused' || wait === undefined) {
    const gone = await em.nativeDelete(PushSubscription, { ...row, failures: { $gte: maxFailures - 1 } });
    if (gone === 0) await em.nativeUpdate(PushSubscription, row, { failures: plus('failures', 1) });
  } else {
    const seconds = Math.min(Math.max(outcome.later ?? 0, wait), maxRetryDelay);
    await recordJobIn(ctx, { name: 'push.send', payload: { ...payload, sessionId, tries: tries + 1 } }, seconds);
  }
}
