import { useMemo, useSyncExternalStore } from 'react';
import { isConnected } from '../connection.ts';
import { failureOf } from '../failure.ts';
import { memberKey, pageMember } from '../member.ts';
import { createSignal } from '../store.ts';
import type { OutboxKind, OutboxPayloads } from './payloads.ts';

/**
 * The result of the last attempt to send an entry. `stalled` means that the server could not be reached, `failure` is the code
 * of a refusal. Before the first attempt neither is set.
 */
interface Attempt {
  stalled?: boolean | undefined;
  failure?: string | undefined;
}

/**
 * An entry of the outbox. The `id` of a toggle is derived from its target, so that a new entry replaces the old one. The `id`
 * of any other entry is the client id of the write.
 */
export type OutboxEntry<K extends OutboxKind = OutboxKind> = {
  [N in K]: Attempt & { id: string; kind: N; payload: OutboxPayloads[N] };
}[K];

const outboxKey = (member = pageMember()) => memberKey('outbox', member);
const noEntries: OutboxEntry[] = [];

/**
 * The list that was read last. It is returned while the stored text stays the same, and is the only copy if there is no
 * storage.
 */
let cached: { key: string; text: string; list: OutboxEntry[] } | null = null;

function parse(text: string): OutboxEntry[] {
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? (stored as OutboxEntry[]) : noEntries;
  } catch {
    return noEntries;
  }
}

/** Returns all entries of this page's member, oldest first, from any tab. */
export function waiting(key = outboxKey()): OutboxEntry[] {
  let text = '[]';
  try {
    text = localStorage.getItem(key) ?? '[]';
  } catch {
    return cached?.list ?? noEntries;
  }
  if (cached?.key !== key || cached.text !== text) cached = { key, text, list: parse(text) };
  return cached.list;
}

const changes = createSignal(() => {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === outboxKey()) changes.emit();
  };
  globalThis.addEventListener?.('storage', onStorage);
  return () => globalThis.removeEventListener?.('storage', onStorage);
});

/** Calls a function whenever the outbox changes, in this tab or another one. */
export const watchOutbox = changes.watch;

function write(list: OutboxEntry[], key = outboxKey()): void {
  const text = JSON.stringify(list);
  cached = { key, text, list };
  try {
    if (list.length) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
  } catch {
    // Without storage, the list is lost when the page closes.
  }
  changes.emit();
}

/** Returns the entries of one kind, oldest first. */
export function useWaiting<K extends OutboxKind>(kind: K): OutboxEntry<K>[] {
  const list = useSyncExternalStore(watchOutbox, waiting);
  return useMemo(() => list.filter((entry) => entry.kind === kind) as OutboxEntry<K>[], [list, kind]);
}

/** Creates a client id. crypto.randomUUID does not exist on plain http, which a server at home may use. */
export function uuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Adds an entry to the member's outbox, or replaces the entry with the same id. Returns the id. */
export function enqueue<K extends OutboxKind>(
  kind: K,
  payload: OutboxPayloads[K],
  id: string = uuid(),
  member = pageMember(),
): string {
  const key = outboxKey(member);
  const list = waiting(key);
  const entry = { id, kind, payload } as OutboxEntry;
  const isKnown = list.some((each) => each.id === id);
  write(isKnown ? list.map((each) => (each.id === id ? entry : each)) : [...list, entry], key);
  return id;
}

/**
 * The entries of one lane are sent in order, and lanes do not wait for each other. So a like need not wait for the upload of a
 * picture or the preparation of a video, and a message need not wait for a message in another chat.
 */
export type Lane = OutboxKind | 'picture' | 'video' | `message-${string}`;

export function laneOf<K extends OutboxKind>(kind: K, payload: OutboxPayloads[K]): Lane {
  if (kind === 'post') {
    const { postId, unprepared } = payload as OutboxPayloads['post'];
    return unprepared ? 'video' : postId === undefined ? 'post' : 'picture';
  }
  if (kind !== 'message') return kind;
  const { chatId, receiverId } = payload as OutboxPayloads['message'];
  return chatId === undefined ? `message-${receiverId}` : `message-in-${chatId}`;
}

/**
 * Sends a write at once if there is a connection and no entry of the same lane is waiting. Otherwise, or if the connection is
 * lost during the call, adds the write to the outbox and returns null.
 */
export async function deliver<K extends OutboxKind, R>(
  kind: K,
  id: string,
  payload: OutboxPayloads[K],
  send: () => Promise<R>,
): Promise<R | null> {
  if (isConnected() && !waiting().some((entry) => laneOf(entry.kind, entry.payload) === laneOf(kind, payload))) {
    try {
      return await send();
    } catch (error) {
      if (failureOf(error).code !== 'network') throw error;
    }
  }
  enqueue(kind, payload, id);
  return null;
}

/** Records the result of an attempt. An empty result clears the previous one, so that the entry is sent again. */
export const recordAttempt = (id: string, { stalled, failure }: Attempt): void =>
  write(waiting().map((each) => (each.id === id ? { ...each, stalled, failure } : each)));

/** Removes an entry that was sent, unless a new entry has replaced it meanwhile. */
export function settle({ id, payload }: { id: string; payload: unknown }): void {
  const same = JSON.stringify(payload);
  write(waiting().filter((each) => each.id !== id || JSON.stringify(each.payload) !== same));
}

/** Returns whether the entry is still in the outbox, which means that it was neither sent nor discarded. */
export const isWaiting = (id: string): boolean => waiting().some((each) => each.id === id);

export const discard = (id: string): void => write(waiting().filter((each) => each.id !== id));

/** Clears this page's copy of the outbox. The stored entries are deleted, or kept, together with the member's other data. */
export function forgetOutbox(): void {
  cached = null;
  changes.emit();
}
