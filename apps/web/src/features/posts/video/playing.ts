interface NetworkInformation {
  saveData?: boolean;
  effectiveType?: string;
  type?: string;
}

/**
 * Whether videos may play by themselves: not with reduced motion, and not where data is scarce or slow. Chromium tells the
 * connection. Other browsers do not, and the connection of a touch device may be a mobile one.
 */
export function playsByItself(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  const reduced = ['motion', 'data'].some((what) => matchMedia(`(prefers-reduced-${what}: reduce)`).matches);
  if (reduced) return false;
  if (!connection) return !matchMedia('(pointer: coarse)').matches;
  return !connection.saveData && connection.type !== 'cellular' && (connection.effectiveType ?? '4g') === '4g';
}

let current: HTMLVideoElement | undefined;

/** Called when a video plays. The one that played before is paused. */
export function takePlace(video: HTMLVideoElement): void {
  if (current !== video) current?.pause();
  current = video;
}

/** Plays this video in place of the one that plays. Rejects if the browser does not play it. The poster then stays. */
export function playAlone(video: HTMLVideoElement): Promise<void> {
  takePlace(video);
  return video.play();
}

/** The videos that are at least half visible, and whether each may start by itself. */
const visible = new Set<Element>();
const starters = new Map<Element, () => boolean>();

const isBehindDialog = (video: Element): boolean => video.closest('[inert]') !== null;

/** Whether a video plays that no other may interrupt by itself: one that is visible, or that of the viewer. */
const isTaken = (): boolean =>
  current !== undefined &&
  !current.paused &&
  (!starters.has(current) || (visible.has(current) && !isBehindDialog(current)));

const topOf = (video: Element): number => video.getBoundingClientRect().top;

/** One observer for all, because only so the changes of several videos arrive together, and the uppermost can be chosen. */
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, intersectionRatio } of entries) {
      if (intersectionRatio >= 0.5) visible.add(target);
      else {
        visible.delete(target);
        (target as HTMLVideoElement).pause();
      }
    }
    if (isTaken()) return;
    const mayStart = [...visible].filter((video) => !isBehindDialog(video) && starters.get(video)?.());
    const [next] = mayStart.sort((a, b) => topOf(a) - topOf(b));
    if (next) playAlone(next as HTMLVideoElement).catch(() => undefined);
  },
  { threshold: 0.5 },
);

/** Lets a video start by itself, if `mayStart` says so, and pauses it while less than half of it is visible, until the result is called. */
export function playWhileVisible(video: HTMLVideoElement, mayStart: () => boolean): () => void {
  starters.set(video, mayStart);
  observer.observe(video);
  return () => {
    observer.unobserve(video);
    starters.delete(video);
    visible.delete(video);
    video.pause();
    if (current === video) current = undefined;
  };
}
