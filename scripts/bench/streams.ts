import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '@kith/domain';
import { shownAfter } from './browser.ts';
import { Crowd, type Open } from './crowd.ts';
import { send, signIn, type Times, times, tokenOf } from './messages.ts';
import type { ApiServer } from './server.ts';

export interface StreamFigures {
  streams: number;
  /** Streams that heard a ping, or whose socket still stands, at the end. */
  held: number;
  /** Growth of the api process per open stream. */
  kilobytesPerStream: number;
  /** Growth per stream of the second half of them: without what the process takes once, for its young generation above all. */
  kilobytesPerFurther: number;
  /** What is in use per stream after a collection, V8's heap and what it holds outside of it. */
  usedPerStream: number;
  /** From the call that sends a message to the receiver's stream, in ms. */
  toStream: Times | null;
  /** From the call that sends a message to its bubble in the receiver's page, in ms. */
  toPage: Times | null;
  /** From the call that likes a post to each stream that has it on the screen, 200 a second, in ms. */
  likeToStreams: (Times & { heard: number }) | null;
}

/** Opens one member's stream and tells what comes over it. */
function listen(origin: string, userId: number, heard: (text: string) => void): Promise<Open> {
  return new Promise((resolve, reject) => {
    const open: Open = { close: () => request.destroy(), ended: false, userId, streamId: '' };
    const headers = { authorization: `Bearer ${tokenOf(userId)}` };
    const request = get(`${origin}/trpc/live.stream`, { headers, agent: false }, (answer) => {
      answer.setEncoding('utf8');
      answer.on('data', (text: string) => {
        const [, streamId] = /"streamId":"([^"]+)"/.exec(text) ?? [];
        if (streamId) resolve(Object.assign(open, { streamId }));
        heard(text);
      });
      answer.on('close', () => {
        open.ended = true;
      });
    });
    request.on('error', reject);
  });
}

/** With so many streams open, sends messages one by one and times each to the receiver's stream and to a real page. */
export async function streamFigures(
  ctx: Context,
  api: ApiServer,
  streams: number,
  messages: number,
): Promise<StreamFigures> {
  await signIn(ctx, messages > 0 ? streams + 2 : streams);
  const sent = new Map<string, number>();
  const took: number[] = [];
  const crowd = new Crowd(api.origin);
  const heard = (receiver: number) => (text: string) => {
    crowd.hear(text);
    for (const [, clientId = ''] of text.matchAll(/"clientId":"([\w-]+)"/g)) {
      if (!clientId.endsWith(String(receiver).padStart(12, '0'))) continue;
      const at = sent.get(clientId);
      if (at !== undefined) took.push(performance.now() - at);
      sent.delete(clientId);
    }
  };
  // A few streams first: what the process allocates once should not be counted per stream.
  const warm = await Promise.all([1, 2, 3, 4, 5].map((userId) => listen(api.origin, userId, () => {})));
  for (const { close } of warm) close();
  const [calm, before] = [await api.stall(), api.resident()];
  const open: Open[] = [];
  let half = { kilobytes: before, streams: 0 };
  for (let from = 1; from <= streams; from += 50) {
    const some = Array.from({ length: Math.min(50, streams - from + 1) }, (_, i) => from + i);
    open.push(...(await Promise.all(some.map((userId) => listen(api.origin, userId, heard(userId))))));
    if (open.length <= streams / 2) half = { kilobytes: api.resident(), streams: open.length };
  }
  // Long enough for a ping to each.
  await wait(messages > 0 ? 2_000 : 20_000);
  const per = (kilobytes: number, among: number) => Number((kilobytes / among).toFixed(1));
  const resident = api.resident();
  const kilobytesPerStream = per(resident - before, streams);
  const kilobytesPerFurther = per(resident - half.kilobytes, streams - half.streams);
  const usedPerStream = per((await api.stall()).usedKb - calm.usedKb, streams);
  for (let n = 0; n < messages; n++) {
    const [sender, receiver] = [1 + ((n * 7) % streams), 1 + ((n * 13 + 5) % streams)];
    if (sender === receiver) continue;
    const clientId = `${randomUUID().slice(0, 23)}-${String(receiver).padStart(12, '0')}`;
    sent.set(clientId, performance.now());
    await send(api.origin, sender, receiver, 'How are you?', clientId);
    await wait(10);
  }
  await wait(1_000);
  const toStream = messages > 0 ? times(took, sent.size) : null;
  const toPage = messages > 0 ? await shownAfter(api.origin, streams + 1, streams + 2, Math.min(100, messages)) : null;
  const likeToStreams = messages > 0 ? null : await crowd.like(ctx, open);
  const held = open.filter(({ ended }) => !ended).length;
  for (const { close } of open) close();
  return { streams, held, kilobytesPerStream, kilobytesPerFurther, usedPerStream, toStream, toPage, likeToStreams };
}
