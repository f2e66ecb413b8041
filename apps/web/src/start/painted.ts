export const within = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Two frames; nobody waits for them where nothing is painted. */
export const painted = (): Promise<unknown> =>
  Promise.race([
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    within(document.hidden ? 0 : 100),
  ]);
