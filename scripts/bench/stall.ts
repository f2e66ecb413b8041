import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * The bench loads this module into api processes. It responds to a message with the event loop's stalls since the last message,
 * in ms, and with the memory in use, in kB. A message with `collected` first causes a garbage collection. A collection discards
 * optimised code, so the bench requests none while it measures rows.
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
  // Resets the histogram after a delay, so that the stall caused by this garbage collection is dropped too.
  setTimeout(() => {
    delay.reset();
    process.send?.({ ...figures, usedKb: Math.round((heapUsed + external) / 1024) });
  }, 50);
});
