import type { AppRouter } from '@kith/trpc';
import type { inferRouterOutputs } from '@trpc/server';
import type { OutboxEntry } from '../../lib/outbox/store.ts';

type Outputs = inferRouterOutputs<AppRouter>;

export type Message = Outputs['messages']['send'];

/** A chat as the server returns it, whether direct or a group. */
export type Chat = Outputs['chats']['byId'];

/** A member of a chat. The name of a deleted member is null. */
export type Person = Pick<Chat['users'][number], 'userId' | 'userName' | 'displayName' | 'profilePicture'>;

/** A message in the outbox, which the server has not acknowledged yet. */
export type WaitingMessage = OutboxEntry<'message'>;

/** The message that another message replies to, as shown in the quote. */
export type Quote = NonNullable<Message['replyTo']>;

export type MessagePicture = NonNullable<Message['image']>;

export type MessageVoice = NonNullable<Message['voice']>;

export type Reaction = Message['reactions'][number];

export type MessageStatus = 'sending' | 'waiting' | 'failed' | 'sent' | 'read';

/** A message as it is rendered, in the outbox or not. `key` stays the same when the server acknowledges the message. */
export interface ShownMessage {
  key: string;
  /** Undefined until the server has acknowledged the message. */
  messageId?: number;
  content: string;
  createdAt: string;
  senderId: number;
  mine: boolean;
  /** Whether the message was sent to one member, not to a group. */
  direct?: boolean;
  status: MessageStatus;
  /** Set for an event in a group, such as a new member. `subjectId` is the member whom the event is about. */
  event?: Message['event'];
  subjectId?: number | undefined;
  /** Whether the viewer has blocked the sender, who is a member of the same group. The text is then hidden. */
  folded?: boolean;
  /** The number of group members who have read the message. Only set for the viewer's messages. */
  readCount?: number | null;
  edited?: boolean;
  deleted?: boolean;
  quote?: Quote | null;
  reactions?: Reaction[];
  picture?: MessagePicture | null;
  voice?: MessageVoice | null;
  post?: Message['post'];
  link?: Message['links'][number] | undefined;
  poll?: Message['poll'];
  pending?: WaitingMessage;
}

/** Returns the key of a message: the id that its sender's browser gave it, otherwise the server's. */
export const keyOf = ({ clientId, messageId }: Message): string => clientId ?? String(messageId);

const maxPreview = 50;

/**
 * Returns the beginning of a message for the list of chats: one line of at most 50 characters, followed by three dots if cut.
 */
export function preview(text: string): string {
  const signs = [...text.replace(/\s+/g, ' ')];
  return signs.length > maxPreview ? `${signs.slice(0, maxPreview).join('')}...` : signs.join('');
}

interface Group {
  key: string;
  kind: 'said' | 'event' | 'folded';
  senderId: number;
  mine: boolean;
  /** Whether the first message of this group is the first that was unread when the chat was opened. */
  unread?: boolean;
  messages: ShownMessage[];
}

export interface Day {
  key: string;
  createdAt: string;
  groups: Group[];
}

const times = new WeakMap<ShownMessage, { day: string; ms: number }>();

/**
 * Returns the day of a message and its time in milliseconds. The result is cached, because each new message regroups the whole
 * conversation.
 */
function timeOf(message: ShownMessage): { day: string; ms: number } {
  const known = times.get(message);
  if (known) return known;
  const time = new Date(message.createdAt);
  const computed = { day: time.toDateString(), ms: time.getTime() };
  times.set(message, computed);
  return computed;
}

const countsAsUnread = ({ mine, event, folded, deleted }: ShownMessage): boolean =>
  !mine && !event && !folded && !deleted;

/**
 * Returns the key of the first unread message, or undefined if older messages that are not loaded may be unread too. Messages
 * in a group chat do not say whether the viewer has read them. For these, `unread` is the number of unread messages, which are
 * counted from the end.
 */
export function firstUnread(messages: ShownMessage[], complete: boolean, unread?: number): string | undefined {
  if (unread !== undefined) return unread > 0 ? messages.filter(countsAsUnread).at(-unread)?.key : undefined;
  const received = messages.filter(({ mine }) => !mine);
  const index = received.findIndex(({ status }) => status === 'sent');
  return index > 0 || complete ? received[index]?.key : undefined;
}

const kindOf = ({ event, folded }: ShownMessage): Group['kind'] => (event ? 'event' : folded ? 'folded' : 'said');

/** Returns whether a message is only a picture. Consecutive messages of this kind form a grid. */
export const isBarePicture = ({ picture, pending, content, quote, post, deleted }: ShownMessage): boolean =>
  Boolean(picture ?? pending?.payload.pictured) && !content && !quote && !post && !deleted;

/** The longest side of a picture in a chat, in pixels. */
const longestSide = 320;

/**
 * Returns how large a single picture is shown, in pixels: with its own aspect ratio, which is limited to between 1:2 and 7:1, so that a
 * finger can hit it. A picture whose size is not known yet is shown as 4:3.
 */
export function pictureBox(width: number | null | undefined, height: number | null | undefined) {
  const ratio = width && height ? Math.min(7, Math.max(1 / 2, width / height)) : 4 / 3;
  return { ratio, width: longestSide * Math.min(1, ratio), height: longestSide / Math.max(1, ratio) };
}

/** Puts consecutive messages that are only pictures into one array, and every other message into an array of its own. */
export function groupPictures(messages: ShownMessage[]): ShownMessage[][] {
  const runs: ShownMessage[][] = [];
  for (const message of messages) {
    const run = runs.at(-1);
    if (run?.every(isBarePicture) && isBarePicture(message)) run.push(message);
    else runs.push([message]);
  }
  return runs;
}

/** The longest time, in milliseconds, between the first and the last message of a group. */
const groupMs = 60_000;

/**
 * Returns whether a message is added to the previous group of messages. An event never is. A message by a blocked member is
 * added if that group consists of messages by blocked members.
 */
function belongsTo(group: Group, message: ShownMessage): boolean {
  const [first] = group.messages;
  if (!first || group.kind !== kindOf(message) || group.kind === 'event') return false;
  if (group.kind === 'folded') return true;
  return group.senderId === message.senderId && timeOf(message).ms - timeOf(first).ms < groupMs;
}

/**
 * Groups messages, oldest first, by day in the reader's time zone, then by sender, into groups of at most a minute. The first
 * unread message starts a new group.
 */
export function groupMessages(messages: ShownMessage[], unreadFrom?: string): Day[] {
  const days: Day[] = [];
  for (const message of messages) {
    const { day: dayKey } = timeOf(message);
    const { key, senderId, mine } = message;
    let day = days.at(-1);
    if (day?.key !== dayKey) {
      day = { key: dayKey, createdAt: message.createdAt, groups: [] };
      days.push(day);
    }
    const group = day.groups.at(-1);
    const unread = key === unreadFrom;
    if (!unread && group && belongsTo(group, message)) group.messages.push(message);
    else
      day.groups.push({ key, kind: kindOf(message), senderId, mine, messages: [message], ...(unread && { unread }) });
  }
  return days;
}

/** The number of messages that are rendered first when a chat opens. Even if they are short, they fill a tall screen. */
const initialCount = 16;

/**
 * Returns the keys of the message groups that may be rendered later when a chat opens. They are above the newest `initialCount`
 * messages and above all unread messages.
 */
export function laterGroups(days: Day[]): ReadonlySet<string> {
  const groups = days.flatMap((day) => day.groups).reverse();
  let [shown, unreadReached] = [0, !groups.some(({ unread }) => unread)];
  const later = groups.filter(({ messages, unread = false }) => {
    const above = unreadReached && shown >= initialCount;
    shown += messages.length;
    unreadReached ||= unread;
    return above;
  });
  return new Set(later.map(({ key }) => key));
}
