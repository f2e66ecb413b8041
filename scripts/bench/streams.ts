import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '@kith/domain';
import { shownAfter } from './browser.ts';
import { likeInCrowd } from './crowd.ts';
import { inWords, send, signIn, type Times, times, tokenOf } from './messages.ts';
import type { Figures } from './report.ts';
import type { ApiServer } from './server.ts';
import { sharedNow } from './streamListener.ts';
import { StreamListeners } from './streamListeners.ts';

/** Sends messages one by one, and measures the time until each message arrives in the receiver's stream. */
async function messagesToStreams(
  api: ApiServer,
  listeners: StreamListeners,
  streams: number,
  messages: number,
): Promise<Times> {
  const sent = new Map<string, number>();
  for (let n = 0; n < messages; n++) {
    const [sender, receiver] = [1 + ((n * 7) % streams), 1 + ((n * 13 + 5) % streams)];
    if (sender === receiver) continue;
    const clientId = `${randomUUID().slice(0, 23)}-${String(receiver).padStart(12, '0')}`;
    sent.set(clientId, sharedNow());
    await send(api.origin, sender, receiver, 'How are you?', clientId);
    await wait(10);
  }
  await wait(1_000);
  const took = (await listeners.received()).received.flatMap(([clientId, userId, at]) => {
    const start = clientId.endsWith(String(userId).padStart(12, '0')) ? sent.get(clientId) : undefined;
    return start === undefined ? [] : [at - start];
  });
  return times(took, sent.size - took.length);
}

/**
 * Opens this many live streams, and measures the memory that each takes in the api. With up to 1,000 streams, the times until a
 * message reaches the receiver's stream and page are measured too; with more streams, the time until a like reaches every stream
 * that watches the post.
 */
export async function streamFigures(ctx: Context, api: ApiServer, streams: number): Promise<Figures> {
  await signIn(ctx.db, streams + 2);
  // Opens a few streams before measuring, so that one-time allocations are not counted per stream.
  const first = await StreamListeners.start(api.origin);
  await first.open([1, 2, 3, 4, 5]);
  await first.close();
  const [calm, before] = [await api.stall(true), api.resident()];
  const listeners = await StreamListeners.start(api.origin);
  const open = await listeners.open(Array.from({ length: streams }, (_, i) => i + 1));
  const crowded = streams > 1_000;
  // With many streams, the wait is long enough for the server to send each stream a ping.
  await wait(crowded ? 20_000 : 2_000);
  const perStream = (kilobytes: number) => Number((kilobytes / streams).toFixed(1));
  const grown = perStream(api.resident() - before);
  const used = perStream((await api.stall(true)).usedKb - calm.usedKb);
  const figures: Record<string, unknown> = { streams, grown, used };
  let text = '';
  if (crowded) {
    const { toStreams, worst, received, answers, apiStall, ownStall } = await likeInCrowd(ctx, api, listeners, open);
    text = `Of 200 likes a second, each stream with the post on its screen received the event after ${inWords(toStreams)}, ${worst} ms at worst (${received} received); the calls were answered after ${inWords(answers)}. The api's event loop stalled for ${apiStall} ms at worst, those of the processes that measure for ${ownStall} ms.`;
    Object.assign(figures, { toStreams, worst, received, answers, apiStall, ownStall });
  } else {
    const toStream = await messagesToStreams(api, listeners, streams, 300);
    const [sender, receiver] = [streams + 1, streams + 2];
    const toPage = await shownAfter(
      { origin: api.origin, token: tokenOf(receiver), path: `/messages?userId=${sender}` },
      (content) => send(api.origin, sender, receiver, content, randomUUID()),
      100,
    );
    text = `A message reached the receiver's stream after ${inWords(toStream)}, and its bubble stood in the other browser's page after ${inWords(toPage)}.`;
    Object.assign(figures, { toStream, toPage });
  }
  const { open: stillOpen } = await listeners.received();
  await listeners.close();
  return {
    name: `streams ${streams}`,
    text: `With ${streams} streams open (${stillOpen} until the end) the api grew by ${grown} kB a stream; ${used} kB a stream are in use after a collection. ${text}`,
    figures: { ...figures, stillOpen },
  };
}
