import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { probe } from '@kith/db/testing';
import type { Context } from '@kith/domain';
import { shownAfter } from './browser.ts';
import { largeGroup } from './fillChats.ts';
import { call, inWords, signIn, times, tokenOf } from './messages.ts';
import type { Figures } from './report.ts';
import type { ApiServer } from './server.ts';
import { sharedNow } from './streamListener.ts';
import { StreamListeners } from './streamListeners.ts';

const messages = 200;

/** Milliseconds between two messages. */
const intervalMs = 50;

/** Sends messages to a group of 50. Measures the time until all members' streams have each message, and until a page shows it. */
export async function groupFigures(ctx: Context, api: ApiServer): Promise<Figures> {
  const { rows } = await probe<{ id: number }>(
    ctx.db,
    'select user_id::int as id from memberships where chat_id = $1 order by 1',
    [largeGroup],
  );
  const members = rows.map(({ id }) => id);
  await signIn(ctx.db, Math.max(...members));
  const send = (sender: number, content: string, clientId: string) =>
    call(api.origin, tokenOf(sender), 'chats.send', { chatId: largeGroup, content, clientId });
  const listeners = await StreamListeners.start(api.origin);
  await listeners.open(members);
  // Warms up the api, because the first calls of a process are slower than later ones.
  for (let n = 0; n < 100; n++) await send(members[n % members.length] as number, 'Hello', randomUUID());
  await wait(1_000);
  await listeners.received();
  const sent = new Map<string, number>();
  for (let n = 0; n < messages; n++, await wait(intervalMs)) {
    const clientId = randomUUID();
    sent.set(clientId, sharedNow());
    await send(members[n % members.length] as number, 'How are you all?', clientId);
  }
  await wait(1_000);
  const took = (await listeners.received()).received.flatMap(([clientId, , at]) => {
    const start = sent.get(clientId);
    return start === undefined ? [] : [at - start];
  });
  const toStreams = times(took, messages * members.length - took.length);
  const [sender, reader] = members as [number, number];
  const toPage = await shownAfter(
    { origin: api.origin, token: tokenOf(reader), path: `/messages?chatId=${largeGroup}` },
    (content) => send(sender, content, randomUUID()),
    100,
  );
  await listeners.close();
  return {
    name: 'group',
    text: `A message to a group of ${members.length}, all with a stream open, reached each stream after ${inWords(toStreams)}, and its bubble stood in a member's page after ${inWords(toPage)}.`,
    figures: { members: members.length, toStreams, toPage },
  };
}
