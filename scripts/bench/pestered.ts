import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Member } from './fill.ts';
import { type Times, times } from './messages.ts';
import type { Figures } from './report.ts';

const calls = 300;
/** How many calls each member who exhausts the rate limits sends at the same time. */
const atOnce = 16;

/** Sends several feed requests a second, one after the other as a browser does, and returns their durations. */
async function feedTimes(origin: string, token: string): Promise<Times> {
  const took: number[] = [];
  for (let n = 0; n < calls; n++) {
    const began = performance.now();
    const answer = await fetch(`${origin}/trpc/feed.home?input=%7B%22limit%22%3A20%7D`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`the feed was answered with ${answer.status}`);
    took.push(performance.now() - began);
    await wait(10);
  }
  return times(took, 0);
}

/**
 * Measures the feed requests of one member while two others exhaust their rate limits. `origin` is the address of an api with
 * rate limits on, whose database has the worst case for lists.
 */
export async function pesteredFigures(origin: string, viewers: Member[]): Promise<Figures> {
  const [member, ...others] = viewers as [Member, ...Member[]];
  await feedTimes(origin, member.token);
  const quiet = await feedTimes(origin, member.token);
  const worker = new Worker(new URL('./pesterer.ts', import.meta.url), {
    workerData: { origin, tokens: others.slice(0, 2).map(({ token }) => token), atOnce },
  });
  await wait(500);
  const pestered = await feedTimes(origin, member.token);
  worker.postMessage('end');
  const [answered] = (await once(worker, 'message')) as [number];
  await worker.terminate();
  const inWords = ({ p50, p99 }: Times) => `p50 ${p50} ms, p99 ${p99} ms`;
  return {
    name: 'pestered',
    text: `In the worst community a member's feed took ${inWords(quiet)}; while two others asked for all posts and likes, ${atOnce} calls each at a time, ${inWords(pestered)} (${answered} of their calls were answered).`,
    figures: { quiet, pestered, answered },
  };
}
