const every = 2_000;

/**
 * Prints the progress of a backup or a restore: one line at the start of each part, and then at most one every two seconds. Prints
 * nothing if nobody is watching, as under cron.
 */
export function reportProgress(): (what: string, done: number) => void {
  if (!process.stdout.isTTY) return () => {};
  let last = { what: '', at: 0 };
  return (what, done) => {
    const now = Date.now();
    if (what === last.what && now - last.at < every) return;
    last = { what, at: now };
    console.log(`${what} … ${done > 0 ? done.toLocaleString('en') : ''}`.trimEnd());
  };
}

export const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
