import { createHash } from 'node:crypto';
import { probe } from '@kith/db/testing';

export interface Times {
  p50: number;
  p99: number;
  lost: number;
}

/** Returns the session token that `signIn` creates for a member. */
export const tokenOf = (userId: number) => `bench-stream-${userId}-`.padEnd(43, 'x');

/** Creates a session for each member with an id from 1 to `members`. */
export async function signIn(db: Parameters<typeof probe>[0], members: number): Promise<void> {
  const ids = Array.from({ length: members }, (_, i) => i + 1);
  const hashes = ids.map((id) => createHash('sha256').update(tokenOf(id)).digest('hex'));
  await probe(
    db,
    `insert into sessions (id, user_id, expires_at) select s.id, n, now() + interval '30 days'
     from unnest($1::text[]) with ordinality s (id, n) where n in (select id from users) on conflict do nothing`,
    [hashes],
  );
}

/** Sends one message as a member for whom `signIn` created a session. */
export async function send(origin: string, senderId: number, receiverId: number, content: string, clientId: string) {
  const answer = await fetch(`${origin}/trpc/messages.send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf(senderId)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ senderId, receiverId, content, clientId }),
  });
  if (!answer.ok) throw new Error(`a message was answered with ${answer.status}: ${await answer.text()}`);
  await answer.body?.cancel();
}

/** Summarises latencies in ms by their percentiles. `lost` is the number of messages that never arrived. */
export function times(took: number[], lost: number): Times {
  took.sort((a, b) => a - b);
  const at = (share: number) => Number((took[Math.floor(took.length * share)] ?? Number.NaN).toFixed(1));
  return { p50: at(0.5), p99: at(0.99), lost };
}

export const inWords = ({ p50, p99, lost }: Times) => `p50 ${p50} ms, p99 ${p99} ms (${lost} lost)`;
