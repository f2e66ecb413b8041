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

export type MessageStatus = 'sending' | 'waiting' | 'failed' | 'sent' | 'read';

/** A message as the chat draws it, pending or not; `key` stays the same when it is acknowledged. */
export interface ShownMessage {
  key: string;
  content: string;
  createdAt: string;
  mine: boolean;
  status: MessageStatus;
  pending?: Pending;
}

const longest = 50;

/** The start of a message for the list of chats: at most 50 characters, then three dots. */
export function preview(text: string): string {
  const signs = [...text.replace(/\s+/g, ' ')];
  return signs.length > longest ? `${signs.slice(0, longest).join('')}...` : signs.join('');
}
