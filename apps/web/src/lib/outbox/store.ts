import type { MessageView } from '@kith/contracts';
import { useMemo, useSyncExternalStore } from 'react';
import { memberKey } from '../member.ts';

/** The contents of an outbox entry, by kind. A toggle holds the last requested state, other kinds hold what the member wrote. */
export interface OutboxPayloads {
  like: { postId: number; liked: boolean };
  follow: { userId: number; userName: string; following: boolean };
  comment: { postId: number; parentId?: number | null; content: string; createdAt: string };
  post: {
    draft: {
      text: string;
      people: string;
      location: string;
      hashtags: string;
      audience?: 'public' | 'friends' | 'close' | 'private';
      audienceFrozen?: boolean;
      comments?: 'everyone' | 'friends' | 'nobody';
      lasts?: string;
    };
    createdAt: string;
    /** Whether the post has pictures, which are stored separately under the entry's id. */
    pictured: boolean;
    /** The number of pictures. Undefined in entries of earlier versions, which have one picture. */
    pictures?: number;
    /** Set if the text is already published, so that only pictures are waiting. */
    postId?: number | undefined;
  };
  message: {
    /** The other member, for a direct chat. */
    receiverId?: number | undefined;
    /** The id of the group, for a group chat. */
    chatId?: number | undefined;
    content: string;
    createdAt: string;
    /** Whether the message has a picture, which is stored separately under the entry's id. */
    pictured?: boolean;
    /** A post that the message sends into the chat. */
    postId?: number;
    /** The message that this one replies to, as shown in the quote. */
    quote?: NonNullable<MessageView['replyTo']>;
  };
}

export type OutboxKind = keyof OutboxPayloads;

/**
 * The result of the last attempt: `stalled` if the server could not be reached, `failure` the code of its refusal. Neither is set
 * before.
 */
interface Attempt {
  stalled?: boolean | undefined;
  failure?: string | undefined;
}

/**
 * The `id` of a toggle is derived from its target, so that a new entry replaces the old one. Otherwise it is the write's client
 * id.
 */
export type OutboxEntry<K extends OutboxKind = OutboxKind> = {
  [N in K]: Attempt & { id: string; kind: N; payload: OutboxPayloads[N] };
}[K];

const outboxKey = () => memberKey('outbox');
const listeners = new Set<() => void>();
const none: OutboxEntry[] = [];

/** The list as last read: returned again while the stored text is the same, and the only copy if there is no storage. */
let cached: { key: string; text: string; list: OutboxEntry[] } | null = null;

function parse(text: string): OutboxEntry[] {
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? (stored as OutboxEntry[]) : none;
  } catch {
    return none;
  }
}

/** All entries of the signed-in member, oldest first, from any tab. */
export function waiting(): OutboxEntry[] {
  const key = outboxKey();
  let text = '[]';
  try {
    text = localStorage.getItem(key) ?? '[]';
  } catch {
    return cached?.list ?? none;
  }
  if (cached?.key !== key || cached.text !== text) cached = { key, text, list: parse(text) };
  return cached.list;
}

function notify(): void {
  for (const listener of listeners) listener();
}

function write(list: OutboxEntry[]): void {
  const key = outboxKey();
  const text = JSON.stringify(list);
  cached = { key, text, list };
  try {
    if (list.length) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
  } catch {
    // Without storage the list lives as long as the page.
  }
  notify();
}

export function watchOutbox(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === outboxKey()) listener();
  };
  listeners.add(listener);
  globalThis.addEventListener?.('storage', onStorage);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener?.('storage', onStorage);
  };
}

/** The entries of one kind, oldest first. */
export function useWaiting<K extends OutboxKind>(kind: K): OutboxEntry<K>[] {
  const list = useSyncExternalStore(watchOutbox, waiting);
  return useMemo(() => list.filter((entry) => entry.kind === kind) as OutboxEntry<K>[], [list, kind]);
}

/** Creates a client id. crypto.randomUUID exists only on secure origins, and a server at home may use plain http. */
export function uuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Adds an entry; replaces one with the same id. Returns the id. */
export function enqueue<K extends OutboxKind>(kind: K, payload: OutboxPayloads[K], id: string = uuid()): string {
  const list = waiting();
  const entry = { id, kind, payload } as OutboxEntry;
  write(list.some((each) => each.id === id) ? list.map((each) => (each.id === id ? entry : each)) : [...list, entry]);
  return id;
}

/** Records the result of an attempt. Without a result, the entry is sent again. */
export const recordAttempt = (id: string, { stalled, failure }: Attempt): void =>
  write(waiting().map((each) => (each.id === id ? { ...each, stalled, failure } : each)));

/** Removes a finished entry, unless it was replaced meanwhile. */
export function settle({ id, payload }: { id: string; payload: unknown }): void {
  const same = JSON.stringify(payload);
  write(waiting().filter((each) => each.id !== id || JSON.stringify(each.payload) !== same));
}

/** Whether the entry is still in the outbox, that is, neither sent nor discarded. */
export const isWaiting = (id: string): boolean => waiting().some((each) => each.id === id);

export const discard = (id: string): void => write(waiting().filter((each) => each.id !== id));

/** Clears this page's copy of the outbox. The stored entries are deleted with the rest of the member's data. */
export function forgetOutbox(): void {
  cached = null;
  notify();
}
