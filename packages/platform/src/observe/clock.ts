import type { DatabaseMonitor } from '@kith/db';
import type { Log } from '@kith/domain';

const describeOffset = (seconds: number) =>
  `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} PostgreSQL's`;

/** Logs one line when this machine's clock is more than a minute off, and one when it is right again. */
export function logClock(log: Log): (seconds: number) => void {
  return (seconds) =>
    seconds === 0
      ? log.info({}, "this machine's clock agrees with PostgreSQL's")
      : log.error(
          { seconds },
          `this machine's clock is ${describeOffset(seconds)}: set it; until then this process is not ready`,
        );
}

/** Throws while this machine's clock is more than a minute off. */
export function requireClock({ clockOffset }: Pick<DatabaseMonitor, 'clockOffset'>): void {
  if (clockOffset !== 0) throw new Error(`this machine's clock is ${describeOffset(clockOffset)}`);
}
