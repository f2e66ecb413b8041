import { createStore, useStore } from './store.ts';

const minuteMs = 60_000;
let timer: ReturnType<typeof setTimeout> | undefined;

const minuteNow = (): number => Math.floor(Date.now() / minuteMs);
const minute = createStore(minuteNow(), start);

function tick(): void {
  clearTimeout(timer);
  timer = setTimeout(tick, minuteMs - (Date.now() % minuteMs));
  minute.set(minuteNow());
}

/** A browser stops the timers of a hidden page, so the page ticks as soon as it is visible again. */
const onVisible = () => void (document.hidden || tick());

function start(): () => void {
  document.addEventListener('visibilitychange', onVisible);
  tick();
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    clearTimeout(timer);
  };
}

/** Renders the calling component anew each minute, for what depends on the time. All components share one timer. */
export const useMinute = (): number => useStore(minute);
