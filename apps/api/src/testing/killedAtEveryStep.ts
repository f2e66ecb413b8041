import type { Handle } from '@kith/db';
import type { Context } from '@kith/domain';

/** A context whose process is killed at its nth statement: neither that statement nor anything later takes effect. */
function dyingAt(domain: Context, nth: number): Context {
  let left = nth;
  const step = <T>(work: () => Promise<T>): Promise<T> => {
    left -= 1;
    return left < 0 ? Promise.reject(new Error('killed')) : work();
  };
  const dying = <H extends Handle>(handle: H): H => ({
    ...handle,
    run: (statement, params) => step(() => handle.run(statement, params)),
  });
  const transaction: Context['db']['transaction'] = (work) => domain.db.transaction((tx) => work(dying(tx)));
  return { ...domain, db: { ...dying(domain.db), transaction } };
}

/** Runs a job repeatedly, killing it one statement later each time, until it succeeds; returns how often it was killed. */
export async function killedAtEveryStep(domain: Context, job: (ctx: Context) => Promise<void>): Promise<number> {
  for (let nth = 0; ; nth += 1) {
    const whole = await job(dyingAt(domain, nth)).then(
      () => true,
      (error: Error) => {
        if (error.message !== 'killed') throw error;
        return false;
      },
    );
    if (whole) return nth;
  }
}
