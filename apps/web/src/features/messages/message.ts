import type { AppRouter } from '@kith/trpc';
import type { inferRouterOutputs } from '@trpc/server';
import type { OutboxEntry } from '../../lib/outbox/store.ts';

type Outputs = inferRouterOutputs<AppRouter>['messages'];

export type Message = Outputs['send'];
export type Contact = Outputs['contacts']['items'][number];

/** Somebody to write with; the name of a deleted member is null. */
export type Person = Contact['user'];

/** A message written here that the server has not acknowledged yet. */
export type Pending = OutboxEntry<'message'>;

/** The message that another one answers, as it is quoted. */
export type Quote = NonNullable<Message['replyTo']>;

export type Reaction = Message['reactions'][number];

export type MessageStatus = 'sending' | 'waiting' | 'failed' | 'sent' | 'read';

/** A message as the chat draws it, pending or not; `key` stays the same when it is acknowledged. */
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
  pending?: Pending;
}

const longest = 50;

/** The start of a message for the list of chats: at most 50 characters, then three dots. */
export function preview(text: string): string {
  const signs = [...text.replace(/\s+/g, ' ')];
  return signs.length > longest ? `${signs.slice(0, longest).join('')}...` : signs.join('');
}

interface Group {
  key: string;
  mine: boolean;
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

/** Messages, oldest first, by day of the reader's calendar, and within it by sender and minute. */
export function groupMessages(messages: ShownMessage[]): Day[] {
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
    if (group && last?.mine === message.mine && timeOf(last).minute === minute) group.messages.push(message);
    else day.groups.push({ key: message.key, mine: message.mine, messages: [message] });
    last = message;
  }
  return days;
}
