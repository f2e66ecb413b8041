/** Milliseconds between two fetches of what live events only say has changed: a popular member hears of many a second. */
export const breath = 2_000;

/**
 * Does `work` at once; when it is asked for again within `ms` milliseconds, once more at their end. However often it is
 * asked for it is done no more often, and nothing is missed.
 */
export function spaced(ms: number, work: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = false;
  const run = (): void => {
    if (timer !== undefined) {
      asked = true;
      return;
    }
    work();
    timer = setTimeout(() => {
      timer = undefined;
      if (!asked) return;
      asked = false;
      run();
    }, ms);
  };
  return { run, stop: () => clearTimeout(timer) };
}
