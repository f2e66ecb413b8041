const watchers = new Set<() => void>();

/** Told whenever the server answers that nobody is signed in here. */
export function watchSignedOut(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

export function tellSignedOut(): void {
  for (const watcher of watchers) watcher();
}

let leaving = false;

/** Whether the member is logging out or deleting the account here: then the end of the session is no news. */
export const isLeaving = (): boolean => leaving;

export function setLeaving(next: boolean): void {
  leaving = next;
}
