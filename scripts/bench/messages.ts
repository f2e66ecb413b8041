import { createHash } from 'node:crypto';
import { probe } from '@kith/db/testing';
import type { Context } from '@kith/domain';

export interface Times {
  p50: number;
  p99: number;
  lost: number;
}

/** The session of a member of the streams' part. */
export const tokenOf = (userId: number) => `bench-stream-${userId}-`.padEnd(43, 'x');

/** Opens the sessions of the first so many members. */
export async function signIn(ctx: Context, members: number): Promise<void> {
  const ids = Array.from({ length: members }, (_, i) => i + 1);
  const hashes = ids.map((id) => createHash('sha256').update(tokenOf(id)).digest('hex'));
  await probe(
    ctx.db,
    `insert into sessions (id, user_id, expires_at) select id, n, now() + interval '30 days'
     from unnest($1::text[]) with ordinality s (id, n) on conflict do nothing`,
    [hashes],
  );
}

/** Sends one message as a member of the streams' part. */
export const send = (origin: string, sender: number, receiver: number, content: string, clientId: string) =>
  fetch(`${origin}/trpc/messages.send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf(sender)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ senderId: sender, receiverId: receiver, content, clientId }),
  });

/** What was taken, in ms, and how many never came. */
export function times(took: number[], lost: number): Times {
  took.sort((a, b) => a - b);
  const at = (share: number) => Number((took[Math.floor(took.length * share)] ?? Number.NaN).toFixed(1));
  return { p50: at(0.5), p99: at(0.99), lost };
}
