import type { Pending } from '../message.ts';

const key = 'kith.outbox.messages';
const listeners = new Set<() => void>();

/** The stored list, or null where nothing can be stored. */
function load(): Pending[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? (stored as Pending[]) : [];
  } catch {
    return null;
  }
}

let stores = true;
let list = load() ?? [];

function tell(): void {
  for (const listener of listeners) listener();
}

/** Starts from what is stored, since another tab may have added to it. */
function change(next: (old: Pending[]) => Pending[]): void {
  list = next((stores && load()) || list);
  try {
    if (list.length) localStorage.setItem(key, JSON.stringify(list));
    else localStorage.removeItem(key);
    stores = true;
  } catch {
    stores = false;
  }
  tell();
}

/** Looks again at what is stored: it may be another tab's doing, or gone with a log-out. */
export function reloadOutbox(): void {
  list = load() ?? list;
  tell();
}

addEventListener('storage', ({ key: changed }) => {
  if (changed === key || changed === null) reloadOutbox();
});

export const pendingMessages = (): Pending[] => list;

export function watchOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const addPending = (message: Pending): void => change((old) => [...old, message]);

export const dropPending = (clientId: string): void => change((old) => old.filter((p) => p.clientId !== clientId));

/** Marks what became of a try; without `failure` and `stalled` it waits for its turn again. */
export const markPending = (clientId: string, { failure, stalled }: Pick<Pending, 'failure' | 'stalled'>): void =>
  change((old) => old.map((p) => (p.clientId === clientId ? { ...p, failure, stalled } : p)));

/** The one to send next: the oldest of this member that the server has not refused. */
export const nextPending = (me: number): Pending | undefined => list.find((p) => p.senderId === me && !p.failure);
