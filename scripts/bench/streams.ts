import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { probe } from '@kith/db/testing';
import type { Context } from '@kith/domain';
import { shownAfter } from './browser.ts';
import { type CrowdFigures, likeInCrowd } from './crowd.ts';
import { sharedNow } from './ear.ts';
import { Ears } from './ears.ts';
import { send, signIn, type Times, times } from './messages.ts';
import type { ApiServer } from './server.ts';

/** One has a stream in this run already, and twenty are allowed. */
const furtherOfOne = 19;

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
  /** The same for a stream of the member who follows the most. */
  followsMost: { follows: number; usedKb: number };
  /** From the call that sends a message to the receiver's stream, in ms. */
  toStream: Times | null;
  /** From the call that sends a message to its bubble in the receiver's page, in ms. */
  toPage: Times | null;
  /** From the call that likes a post to each stream that has it on the screen, 200 a second, in ms. */
  likeToStreams: CrowdFigures | null;
}

/** Further streams of that one of the members who follows the most: what one follows is not kept with a stream. */
async function ofWhoFollowsMost(ctx: Context, api: ApiServer, members: number[], before: number) {
  const { rows } = await probe<{ id: number; follows: number }>(
    ctx.db,
    `select follower_id as id, count(*)::int as follows from follows where follower_id = any ($1::bigint[])
     group by 1 order by 2 desc limit 1`,
    [members],
  );
  const [{ id, follows } = { id: 1, follows: 0 }] = rows;
  const ears = new Ears(api.origin);
  const { length } = await ears.open(Array.from({ length: furtherOfOne }, () => id));
  const { usedKb } = await api.stall(true);
  ears.close();
  return { follows, usedKb: Number(((usedKb - before) / length).toFixed(1)) };
}

/** With so many streams open, sends messages one by one and times each to the receiver's stream and to a real page. */
export async function streamFigures(
  ctx: Context,
  api: ApiServer,
  streams: number,
  messages: number,
): Promise<StreamFigures> {
  await signIn(ctx, messages > 0 ? streams + 2 : streams);
  const ears = new Ears(api.origin);
  // A few streams first: what the process allocates once should not be counted per stream.
  const first = new Ears(api.origin);
  await first.open([1, 2, 3, 4, 5]);
  first.close();
  const [calm, before] = [await api.stall(true), api.resident()];
  let half = { kilobytes: before, streams: 0 };
  const members = Array.from({ length: streams }, (_, i) => i + 1);
  const open = await ears.open(members, (sofar) => {
    if (sofar <= streams / 2) half = { kilobytes: api.resident(), streams: sofar };
  });
  // Long enough for a ping to each.
  await wait(messages > 0 ? 2_000 : 20_000);
  const per = (kilobytes: number, among: number) => Number((kilobytes / among).toFixed(1));
  const resident = api.resident();
  const kilobytesPerStream = per(resident - before, streams);
  const kilobytesPerFurther = per(resident - half.kilobytes, streams - half.streams);
  const used = (await api.stall(true)).usedKb;
  const usedPerStream = per(used - calm.usedKb, streams);
  const followsMost = await ofWhoFollowsMost(ctx, api, members, used);
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
  const took = (await ears.told()).heard.flatMap(([clientId, userId, at]) => {
    const start = clientId.endsWith(String(userId).padStart(12, '0')) ? sent.get(clientId) : undefined;
    return start === undefined ? [] : [at - start];
  });
  const toStream = messages > 0 ? times(took, sent.size - took.length) : null;
  const toPage = messages > 0 ? await shownAfter(api.origin, streams + 1, streams + 2, Math.min(100, messages)) : null;
  const likeToStreams = messages > 0 ? null : await likeInCrowd(ctx, api, ears, open);
  const { held } = await ears.told();
  ears.close();
  return {
    streams,
    held,
    kilobytesPerStream,
    kilobytesPerFurther,
    usedPerStream,
    followsMost,
    toStream,
    toPage,
    likeToStreams,
  };
}
