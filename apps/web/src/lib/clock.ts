import { useSyncExternalStore } from 'react';

const minuteMs = 60_000;
const watchers = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

const minuteNow = (): number => Math.floor(Date.now() / minuteMs);
let shown = minuteNow();

function tick(): void {
  clearTimeout(timer);
  timer = setTimeout(tick, minuteMs - (Date.now() % minuteMs));
  if (shown === minuteNow()) return;
  shown = minuteNow();
  for (const watcher of watchers) watcher();
}

/** A browser stops the timers of a hidden page, so the page ticks as soon as it is visible again. */
const onVisible = () => void (document.hidden || tick());

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  if (watchers.size === 1) {
    document.addEventListener('visibilitychange', onVisible);
    tick();
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    document.removeEventListener('visibilitychange', onVisible);
    clearTimeout(timer);
  };
}

/** Renders the calling component anew each minute, for what depends on the time. All components share one timer. */
export const useMinute = (): number => useSyncExternalStore(watch, () => shown);
