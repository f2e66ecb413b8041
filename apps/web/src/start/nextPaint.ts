export const delay = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Resolves after two frames, or after 100 ms if none is painted. In a hidden tab it resolves at once. */
export const nextPaint = (): Promise<unknown> =>
  Promise.race([
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    delay(document.hidden ? 0 : 100),
  ]);
