import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded into the api by the bench. Answers a message with the event loop's longest stall since the last one in ms, and the
 * memory in use in kB, after a garbage collection if requested. A collection shrinks V8's young generation and discards optimised
 * code, so none happens between rows.
 */
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

process.on('message', ({ stall, collected }: { stall?: boolean; collected?: boolean }) => {
  if (!stall) return;
  const inMs = (nanoseconds: number) => Number((nanoseconds / 1e6).toFixed(1));
  const figures = { worst: inMs(delay.max), p99: inMs(delay.percentile(99)) };
  if (collected) collect();
  const { heapUsed, external } = process.memoryUsage();
  // The histogram is reset later, once it has recorded this collection's own stall, which is not the server's.
  setTimeout(() => {
    delay.reset();
    process.send?.({ ...figures, usedKb: Math.round((heapUsed + external) / 1024) });
  }, 50);
});
