import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Loaded into the api by the bench: on SIGUSR2 it writes how long the event loop stood still at worst, in ms, since the last time. */
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('SIGUSR2', () => {
  const inMs = (nanoseconds: number) => Number((nanoseconds / 1e6).toFixed(1));
  const { STALL_FILE = '' } = process.env;
  writeFileSync(STALL_FILE, JSON.stringify({ worst: inMs(delay.max), p99: inMs(delay.percentile(99)) }));
  delay.reset();
});
