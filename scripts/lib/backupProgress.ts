const every = 2_000;

/** Prints the progress of a backup or a restore, at most a line in two seconds and one for each part. */
export function reportProgress(): (what: string, done: number) => void {
  let last = { what: '', at: 0 };
  return (what, done) => {
    const now = Date.now();
    if (what === last.what && now - last.at < every) return;
    last = { what, at: now };
    console.log(`${what} … ${done > 0 ? done.toLocaleString('en') : ''}`.trimEnd());
  };
}

export const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
