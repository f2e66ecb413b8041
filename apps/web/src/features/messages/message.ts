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

/** A message as rendered, pending or not; `key` stays the same when it is acknowledged. */
export interface ShownMessage {
  key: string;
  /** The id of a message that the server has. */
  messageId?: number;
  content: string;
  createdAt: string;
  senderId: number;
  mine: boolean;
  status: MessageStatus;
  /** An event in a group, in place of a text, and the member it is about. */
  event?: Message['event'];
  subjectId?: number | undefined;
  /** By a blocked member, in a group: its text is not shown. */
  folded?: boolean;
  /** The number of members of the group who have read it; only for the viewer's messages. */
  readCount?: number | null;
  edited?: boolean;
  deleted?: boolean;
  quote?: Quote | null;
  reactions?: Reaction[];
  picture?: MessagePicture | null;
  post?: Message['post'];
  pending?: Pending;
}

const longest = 50;

/** The beginning of a message for the list of chats: at most 50 characters, then three dots. */
export function preview(text: string): string {
  const signs = [...text.replace(/\s+/g, ' ')];
  return signs.length > longest ? `${signs.slice(0, longest).join('')}...` : signs.join('');
}

interface Group {
  key: string;
  kind: 'said' | 'event' | 'folded';
  senderId: number;
  mine: boolean;
  /** Whether it starts with the first message that was unread when the chat was opened. */
  unread?: boolean;
  messages: ShownMessage[];
}

export interface Day {
  key: string;
  createdAt: string;
  groups: Group[];
}

const times = new WeakMap<ShownMessage, { day: string; minute: number }>();

/** Computed once per message, since a conversation is grouped again for each new one. */
function timeOf(message: ShownMessage): { day: string; minute: number } {
  const known = times.get(message);
  if (known) return known;
  const time = new Date(message.createdAt);
  const made = { day: time.toDateString(), minute: Math.floor(time.getTime() / 60_000) };
  times.set(message, made);
  return made;
}

const counts = ({ mine, event, folded, deleted }: ShownMessage): boolean => !mine && !event && !folded && !deleted;

/**
 * The first unread message, unless older ones that are not loaded may be unread too. In a group, where messages do not say whether
 * the viewer has read them, it follows from `unread`, their number.
 */
export function firstUnread(messages: ShownMessage[], complete: boolean, unread?: number): string | undefined {
  if (unread !== undefined) return unread > 0 ? messages.filter(counts).at(-unread)?.key : undefined;
  const received = messages.filter(({ mine }) => !mine);
  const index = received.findIndex(({ status }) => status === 'sent');
  return index > 0 || complete ? received[index]?.key : undefined;
}

const kindOf = ({ event, folded }: ShownMessage): Group['kind'] => (event ? 'event' : folded ? 'folded' : 'said');

/** Several consecutive messages of this kind form one group of tiles. */
export const isBarePicture = ({ picture, pending, content, quote, post, deleted }: ShownMessage): boolean =>
  Boolean(picture ?? pending?.payload.pictured) && !content && !quote && !post && !deleted;

/** Groups consecutive messages that are only pictures; every other message is alone. */
export function inRuns(messages: ShownMessage[]): ShownMessage[][] {
  const runs: ShownMessage[][] = [];
  for (const message of messages) {
    const run = runs.at(-1);
    if (run?.every(isBarePicture) && isBarePicture(message)) run.push(message);
    else runs.push([message]);
  }
  return runs;
}

/** Whether a message belongs to the group before it: folded ones do regardless of their author, events never do. */
function joins(group: Group, message: ShownMessage): boolean {
  const last = group.messages.at(-1);
  if (!last || group.kind !== kindOf(message) || group.kind === 'event') return false;
  if (group.kind === 'folded') return true;
  return group.senderId === message.senderId && timeOf(last).minute === timeOf(message).minute;
}

/**
 * Messages, oldest first, by day of the reader's calendar, then by sender and minute; the first unread one starts a new group.
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
    if (!unread && group && joins(group, message)) group.messages.push(message);
    else
      day.groups.push({ key, kind: kindOf(message), senderId, mine, messages: [message], ...(unread && { unread }) });
  }
  return days;
}

/** Messages that are rendered first when a chat opens: about a tall screen of short ones. */
const firstOnes = 16;

/** The groups above those that are rendered first; these include all unread messages. */
export function laterGroups(days: Day[]): ReadonlySet<string> {
  const groups = days.flatMap((day) => day.groups).reverse();
  let [shown, reached] = [0, !groups.some(({ unread }) => unread)];
  const later = groups.filter(({ messages, unread = false }) => {
    const above = reached && shown >= firstOnes;
    shown += messages.length;
    reached ||= unread;
    return above;
  });
  return new Set(later.map(({ key }) => key));
}
