import type { AppRouter } from '@kith/trpc';
import type { inferRouterOutputs } from '@trpc/server';
import type { OutboxEntry } from '../../lib/outbox/store.ts';

type Outputs = inferRouterOutputs<AppRouter>['messages'];

export type Message = Outputs['send'];
export type Contact = Outputs['contacts']['items'][number];

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
  /** Of one that the server has. */
  messageId?: number;
  content: string;
  createdAt: string;
  mine: boolean;
  status: MessageStatus;
  edited?: boolean;
  deleted?: boolean;
  quote?: Quote | null;
  reactions?: Reaction[];
  picture?: MessagePicture | null;
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
  mine: boolean;
  /** It starts with the first message that was unread when the chat was opened. */
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

/** The first unread message, unless older ones that are not loaded may be unread too. */
export function firstUnread(messages: ShownMessage[], complete: boolean): string | undefined {
  const received = messages.filter(({ mine }) => !mine);
  const index = received.findIndex(({ status }) => status === 'sent');
  return index > 0 || complete ? received[index]?.key : undefined;
}

/**
 * Messages, oldest first, by day of the reader's calendar, then by sender and minute; the first unread one starts a new group.
 */
export function groupMessages(messages: ShownMessage[], unreadFrom?: string): Day[] {
  const days: Day[] = [];
  let last: ShownMessage | undefined;
  for (const message of messages) {
    const { day: dayKey, minute } = timeOf(message);
    let day = days.at(-1);
    if (day?.key !== dayKey) {
      day = { key: dayKey, createdAt: message.createdAt, groups: [] };
      days.push(day);
      last = undefined;
    }
    const group = day.groups.at(-1);
    const unread = message.key === unreadFrom;
    if (!unread && group && last?.mine === message.mine && timeOf(last).minute === minute) group.messages.push(message);
    else day.groups.push({ key: message.key, mine: message.mine, messages: [message], ...(unread && { unread }) });
    last = message;
  }
  return days;
}
