import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded into the api by the bench. On SIGUSR2 it writes how long the event loop stood still at worst, in ms, since the last
 * time; on SIGPWR also how much memory is in use after a collection, in kB. A collection asked for shrinks V8's young generation
 * and makes it optimize functions anew, so none is made between rows.
 */
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function tell(collected: boolean): void {
  const inMs = (nanoseconds: number) => Number((nanoseconds / 1e6).toFixed(1));
  const { STALL_FILE = '' } = process.env;
  const told = { worst: inMs(delay.max), p99: inMs(delay.percentile(99)) };
  if (collected) collect();
  const { heapUsed, external } = process.memoryUsage();
  writeFileSync(STALL_FILE, JSON.stringify({ ...told, usedKb: Math.round((heapUsed + external) / 1024) }));
  // Later, when this collection's own stall has been noted: it is not the server's.
  setTimeout(() => delay.reset(), 50).unref();
}
process.on('SIGUSR2', () => tell(false));
process.on('SIGPWR', () => tell(true));
