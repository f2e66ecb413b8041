import type { AppRouter } from '@kith/trpc';
import type { inferRouterOutputs } from '@trpc/server';
import type { OutboxEntry } from '../../lib/outbox/store.ts';

type Outputs = inferRouterOutputs<AppRouter>;

export type Message = Outputs['messages']['send'];
export type Contact = Outputs['messages']['contacts']['items'][number];

/** A direct chat or a group as the server lists it. */
export type Chat = Outputs['chats']['byId'];

/** A chat partner; the name of a deleted member is null. */
export type Person = Contact['user'];

/** A message written here that the server has not acknowledged yet. */
export type Pending = OutboxEntry<'message'>;

/** The quoted message that another one replies to. */
export type Quote = NonNullable<Message['replyTo']>;

export type MessagePicture = NonNullable<Message['image']>;

export type Reaction = Message['reactions'][number];

export type MessageStatus = 'sending' | 'waiting' | 'failed' | 'sent' | 'read';

/** A message as rendered, pending or not; `key` stays the same when the server acknowledges it. */
export interface ShownMessage {
  key: string;
  /** Undefined until the server has acknowledged the message. */
  messageId?: number;
  content: string;
  createdAt: string;
  senderId: number;
  mine: boolean;
  status: MessageStatus;
  /** Set for an event in a group, which has no text; `subjectId` is the member it is about. */
  event?: Message['event'];
  subjectId?: number | undefined;
  /** Whether a blocked member wrote the message in a group: its text is not shown. */
  folded?: boolean;
  /** How many members of the group have read the message; only set for the viewer's messages. */
  readCount?: number | null;
  edited?: boolean;
  deleted?: boolean;
  quote?: Quote | null;
  reactions?: Reaction[];
  picture?: MessagePicture | null;
  post?: Message['post'];
  pending?: Pending;
}

const maxPreview = 50;

/** The beginning of a message for the list of chats: at most 50 characters, then three dots. */
export function preview(text: string): string {
  const signs = [...text.replace(/\s+/g, ' ')];
  return signs.length > maxPreview ? `${signs.slice(0, maxPreview).join('')}...` : signs.join('');
}

interface Group {
  key: string;
  kind: 'said' | 'event' | 'folded';
  senderId: number;
  mine: boolean;
  /** Whether the group starts with the first message that was unread when the chat was opened. */
  unread?: boolean;
  messages: ShownMessage[];
}

export interface Day {
  key: string;
  createdAt: string;
  groups: Group[];
}

const times = new WeakMap<ShownMessage, { day: string; minute: number }>();

/** Computed once per message, because the whole conversation is grouped again for each new message. */
function timeOf(message: ShownMessage): { day: string; minute: number } {
  const known = times.get(message);
  if (known) return known;
  const time = new Date(message.createdAt);
  const computed = { day: time.toDateString(), minute: Math.floor(time.getTime() / 60_000) };
  times.set(message, computed);
  return computed;
}

const countsAsUnread = ({ mine, event, folded, deleted }: ShownMessage): boolean =>
  !mine && !event && !folded && !deleted;

/**
 * The key of the first unread message, or undefined if older messages that are not loaded may be unread too. Messages of a group
 * do not tell whether the viewer has read them, so there the key is derived from `unread`, the number of unread messages.
 */
export function firstUnread(messages: ShownMessage[], complete: boolean, unread?: number): string | undefined {
  if (unread !== undefined) return unread > 0 ? messages.filter(countsAsUnread).at(-unread)?.key : undefined;
  const received = messages.filter(({ mine }) => !mine);
  const index = received.findIndex(({ status }) => status === 'sent');
  return index > 0 || complete ? received[index]?.key : undefined;
}

const kindOf = ({ event, folded }: ShownMessage): Group['kind'] => (event ? 'event' : folded ? 'folded' : 'said');

/** Whether a message is only a picture: consecutive ones are shown as a grid. */
export const isBarePicture = ({ picture, pending, content, quote, post, deleted }: ShownMessage): boolean =>
  Boolean(picture ?? pending?.payload.pictured) && !content && !quote && !post && !deleted;

/** Puts consecutive messages that are only pictures into one array; every other message gets an array of its own. */
export function groupPictures(messages: ShownMessage[]): ShownMessage[][] {
  const runs: ShownMessage[][] = [];
  for (const message of messages) {
    const run = runs.at(-1);
    if (run?.every(isBarePicture) && isBarePicture(message)) run.push(message);
    else runs.push([message]);
  }
  return runs;
}

/** Whether a message belongs to the group before it. Folded messages do regardless of their author; events never do. */
function belongsTo(group: Group, message: ShownMessage): boolean {
  const last = group.messages.at(-1);
  if (!last || group.kind !== kindOf(message) || group.kind === 'event') return false;
  if (group.kind === 'folded') return true;
  return group.senderId === message.senderId && timeOf(last).minute === timeOf(message).minute;
}

/**
 * Groups messages, oldest first, by day in the reader's calendar, then by sender and minute. The first unread message starts a
 * new group.
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

/** How many messages are rendered first when a chat opens: short ones would fill a tall screen. */
const initialCount = 16;

/** The keys of the groups above those that are rendered first. All unread messages are rendered first. */
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
