import { setTimeout as wait } from 'node:timers/promises';

interface Waiting {
  text: string;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Sends texts in order, in payloads of at most `limit` bytes, one at a time. Texts that arrive while a payload is in flight are
 * joined into the next, one per line, so that many events cost few statements and a single one is not delayed. Payloads are at
 * least `minIntervalMs` milliseconds apart, so that a busy process batches more.
 */
export function batched(
  limit: number,
  send: (payload: string) => Promise<unknown>,
  minIntervalMs = 0,
): (text: string) => Promise<void> {
  const waiting: Waiting[] = [];
  let sending = false;

  function take(): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const { text } of waiting) {
      bytes += Buffer.byteLength(text) + 1;
      if (count > 0 && bytes - 1 > limit) break;
      count += 1;
    }
    return waiting.splice(0, count);
  }

  async function drain(): Promise<void> {
    sending = true;
    while (waiting.length > 0) {
      const now = take();
      try {
        await send(now.map(({ text }) => text).join('\n'));
        for (const { resolve } of now) resolve();
      } catch (error) {
        for (const { reject } of now) reject(error);
      }
      if (minIntervalMs > 0) await wait(minIntervalMs);
    }
    sending = false;
  }

  return (text) =>
    new Promise((resolve, reject) => {
      waiting.push({ text, resolve, reject });
      if (!sending) void drain();
    });
}
