interface NetworkInformation {
  saveData?: boolean;
  effectiveType?: string;
  type?: string;
}

/**
 * Whether videos may play by themselves: not with reduced motion, and not where data is scarce or slow, as far as the browser
 * knows it. Chromium knows the connection; other browsers only know whether the reader saves data.
 */
export function playsByItself(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  return (
    !matchMedia('(prefers-reduced-motion: reduce)').matches &&
    !matchMedia('(prefers-reduced-data: reduce)').matches &&
    !connection?.saveData &&
    connection?.type !== 'cellular' &&
    (connection?.effectiveType ?? '4g') === '4g'
  );
}

/** The videos of lists that are at least half visible, in the order in which they became so. */
const visible: HTMLVideoElement[] = [];
let current: HTMLVideoElement | undefined;

/** Plays this video in place of the one that plays. */
export function playAlone(video: HTMLVideoElement): void {
  if (current !== video) current?.pause();
  current = video;
  // The browser may refuse to play, for example to save the battery. The poster then stays.
  video.play().catch(() => undefined);
}

/**
 * Calls `onNear` once a video comes near the screen, and plays it by itself, if it may, while it is at least half visible. Only
 * one video plays at a time. Returns a function that ends this.
 */
export function playWhileVisible(video: HTMLVideoElement, mayStart: () => boolean): () => void {
  const remove = () => {
    const index = visible.indexOf(video);
    if (index >= 0) visible.splice(index, 1);
  };
  const observer = new IntersectionObserver(
    ([entry]) => {
      remove();
      if ((entry?.intersectionRatio ?? 0) >= 0.5) {
        visible.push(video);
        if ((!current || current.paused) && mayStart()) playAlone(video);
        return;
      }
      video.pause();
      const next = visible[0];
      if (current === video && next && mayStart()) playAlone(next);
    },
    { threshold: 0.5 },
  );
  observer.observe(video);
  return () => {
    observer.disconnect();
    remove();
    video.pause();
    if (current === video) current = undefined;
  };
}
