import { uuid } from '../uuid.ts';
import { viewerId } from '../viewer.ts';
import type { OutboxEntry, OutboxKind, OutboxPayloads } from './types.ts';

const prefix = 'kith.outbox.';
const listeners = new Set<() => void>();
const none: OutboxEntry[] = [];

/** What was read last, so that the same text gives the same list; where nothing can be stored it is all there is. */
let held: { key: string; text: string; list: OutboxEntry[] } | null = null;

function parse(text: string): OutboxEntry[] {
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? (stored as OutboxEntry[]) : none;
  } catch {
    return none;
  }
}

/** Everything of the signed-in member that waits, oldest first. */
export function waiting(): OutboxEntry[] {
  const key = `${prefix}${viewerId() ?? ''}`;
  let text = '[]';
  try {
    text = localStorage.getItem(key) ?? '[]';
  } catch {
    return held?.list ?? none;
  }
  if (held?.key !== key || held.text !== text) held = { key, text, list: parse(text) };
  return held.list;
}

function tell(): void {
  for (const listener of listeners) listener();
}

function write(list: OutboxEntry[]): void {
  const key = `${prefix}${viewerId() ?? ''}`;
  const text = JSON.stringify(list);
  held = { key, text, list };
  try {
    if (list.length) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
  } catch {
    // It lives as long as the page.
  }
  tell();
}

export function watchOutbox(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key.startsWith(prefix)) listener();
  };
  listeners.add(listener);
  globalThis.addEventListener?.('storage', onStorage);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener?.('storage', onStorage);
  };
}

/** Lets something wait; an entry of the same id gives way to it. Answers the id. */
export function enqueue<K extends OutboxKind>(kind: K, payload: OutboxPayloads[K], id: string = uuid()): string {
  const list = waiting();
  const entry = { id, kind, payload } as OutboxEntry;
  write(list.some((each) => each.id === id) ? list.map((each) => (each.id === id ? entry : each)) : [...list, entry]);
  return id;
}

/** Takes out what has been dealt with, unless another wish took its place meanwhile. */
export function settle({ id, payload }: { id: string; payload: unknown }): void {
  const same = JSON.stringify(payload);
  write(waiting().filter((each) => each.id !== id || JSON.stringify(each.payload) !== same));
}

export const discard = (id: string): void => write(waiting().filter((each) => each.id !== id));

/** Nothing of a member stays behind in this page; the storage itself is cleared with the rest of theirs. */
export function forgetOutbox(): void {
  held = null;
  tell();
}
