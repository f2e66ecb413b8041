import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '@kith/domain';

export interface StreamFigures {
  streams: number;
  p50: number;
  p99: number;
  lost: number;
  /** Growth of the api process per open stream; null where the system does not tell. */
  kilobytesPerStream: number | null;
}

const tokenOf = (userId: number) => `bench-stream-${userId}-`.padEnd(43, 'x');

async function signIn(ctx: Context, members: number): Promise<void> {
  const rows = Array.from({ length: members }, (_, i) =>
    createHash('sha256')
      .update(tokenOf(i + 1))
      .digest('hex'),
  );
  await ctx.db.pool.query(
    `insert into sessions (id, user_id, expires_at) select id, n, now() + interval '1 day'
     from unnest($1::text[]) with ordinality s (id, n) on conflict do nothing`,
    [rows],
  );
}

const residentOf = (pid: number): number | null => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
};

/** Opens one member's stream and tells of every message's client id. */
function listen(origin: string, userId: number, heard: (clientId: string) => void): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const request = get(
      `${origin}/trpc/live.stream`,
      { headers: { authorization: `Bearer ${tokenOf(userId)}` }, agent: false },
      (answer) => {
        answer.setEncoding('utf8');
        answer.on('data', (text: string) => {
          if (text.includes('"ready"')) resolve(() => request.destroy());
          for (const [, id] of text.matchAll(/"clientId":"([\w-]+)"/g)) heard(id as string);
        });
      },
    );
    request.on('error', reject);
  });
}

/** With so many streams open, sends messages one by one and times each until the receiver's stream has it, in ms. */
export async function streamFigures(
  ctx: Context,
  origin: string,
  apiPid: number,
  streams: number,
  messages: number,
): Promise<StreamFigures> {
  await signIn(ctx, streams);
  const sent = new Map<string, number>();
  const took: number[] = [];
  const heard = (receiver: number) => (clientId: string) => {
    if (!clientId.endsWith(String(receiver).padStart(12, '0'))) return;
    const at = sent.get(clientId);
    if (at !== undefined) took.push(performance.now() - at);
    sent.delete(clientId);
  };
  const before = residentOf(apiPid);
  const closers: (() => void)[] = [];
  for (let from = 1; from <= streams; from += 50) {
    const some = Array.from({ length: Math.min(50, streams - from + 1) }, (_, i) => from + i);
    closers.push(...(await Promise.all(some.map((userId) => listen(origin, userId, heard(userId))))));
  }
  await wait(2_000);
  const after = residentOf(apiPid);
  for (let n = 0; n < messages; n++) {
    const [sender, receiver] = [1 + ((n * 7) % streams), 1 + ((n * 13 + 5) % streams)];
    if (sender === receiver) continue;
    const clientId = `${n.toString(16).padStart(8, '0')}-0000-4000-8000-${String(receiver).padStart(12, '0')}`;
    sent.set(clientId, performance.now());
    await fetch(`${origin}/trpc/messages.send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenOf(sender)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ senderId: sender, receiverId: receiver, content: 'How are you?', clientId }),
    });
    await wait(10);
  }
  await wait(1_000);
  for (const close of closers) close();
  took.sort((a, b) => a - b);
  const at = (share: number) => Number((took[Math.floor(took.length * share)] ?? Number.NaN).toFixed(1));
  const kilobytesPerStream = before && after ? Number(((after - before) / streams).toFixed(1)) : null;
  return { streams, p50: at(0.5), p99: at(0.99), lost: sent.size, kilobytesPerStream };
}
