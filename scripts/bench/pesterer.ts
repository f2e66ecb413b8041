import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

// Two members send as many calls as their rate limits allow. They run in a worker thread, so as not to delay the measurement.
const { origin, tokens, atOnce } = workerData as { origin: string; tokens: string[]; atOnce: number };
let answered = 0;
let ended = false;
parentPort?.once('message', () => (ended = true));

async function pester(token: string, path: string): Promise<void> {
  while (!ended) {
    const answer = await fetch(`${origin}${path}?limit=500`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    if (answer.status === 200) answered += 1;
    else await wait(50);
  }
}

await Promise.all(
  tokens.flatMap((token) => Array.from({ length: atOnce }, (_, n) => pester(token, n % 2 ? '/likes' : '/posts'))),
);
parentPort?.postMessage(answered);
