import cookie from '@fastify/cookie';
import { appRouter } from '@kith/trpc';
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestContext } from '../request/context.ts';
import { follow, publish, write } from '../testing/actions.ts';
import { castForFile } from '../testing/forFile.ts';

// These tests compare Kith's responses to tRPC calls with those of tRPC's own adapter, over the same procedures and database: a
// tRPC update that changes the wire format fails here. See docs/decisions/013.

const { server, alice, bob } = await castForFile();
const official: FastifyInstance = Fastify({ forceCloseConnections: true });

beforeAll(async () => {
  await official.register(cookie);
  const trpcOptions: FastifyTRPCPluginOptions<typeof appRouter>['trpcOptions'] = {
    router: appRouter,
    createContext: ({ req, res }) => requestContext(server.deps, req, res),
  };
  await official.register(fastifyTRPCPlugin, { prefix: '/trpc', trpcOptions });
  await follow(alice, bob);
  await publish(bob);
});
afterAll(() => official.close());

const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));
const get = (url: string): InjectOptions => ({ method: 'GET', url });
const post = (url: string, payload: unknown): InjectOptions => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  payload: JSON.stringify(payload),
});

describe('calls are answered exactly as by tRPC’s own adapter', () => {
  const calls: [string, () => InjectOptions][] = [
    ['a query', () => get(`/trpc/feed.home?input=${json({ limit: 5 })}`)],
    ['a query without input', () => get('/trpc/auth.session')],
    ['a mutation', () => post('/trpc/users.update', { userId: alice.userId, bio: 'Here' })],
    ['a mutation that answers nothing', () => post('/trpc/messages.typing', { withUserId: bob.userId })],
    ['a batch of one', () => get(`/trpc/auth.session?batch=1&input=${json({})}`)],
    [
      'a batch of different outcomes',
      () => get(`/trpc/auth.session,posts.one,no.such?batch=1&input=${json({ 1: { postId: 999 } })}`),
    ],
    ['a batch of mutations', () => post('/trpc/likes.add,likes.add?batch=1', { 0: { postId: 1 }, 1: { postId: 999 } })],
    ['a procedure that there is not', () => get('/trpc/no.such?input={}')],
    ['input that is refused', () => get(`/trpc/feed.home?input=${json({ limit: 'many' })}`)],
    ['a mutation by GET', () => get(`/trpc/likes.add?input=${json({ postId: 1 })}`)],
    ['a query by POST', () => post('/trpc/feed.home', {})],
  ];
  it.each(calls)('%s', async (_, call) => {
    const asAlice = { ...call(), headers: { ...call().headers, authorization: `Bearer ${alice.token}` } };
    const answers = [await server.app.inject(asAlice), await official.inject(asAlice)];
    const [ours, theirs] = answers.map(({ statusCode, headers, body }) => ({
      statusCode,
      type: String(headers['content-type']).split(';')[0],
      body: JSON.parse(body),
    }));
    expect(ours).toEqual(theirs);
  });
});

/** All events of a stream until it ends. The fields of an event are sorted, because their order does not matter. */
async function framesOf(answer: Response, onFrame: (frame: string) => void): Promise<string[][]> {
  let rest = '';
  const decoder = new TextDecoder();
  const frames: string[][] = [];
  for await (const chunk of answer.body as ReadableStream<Uint8Array>) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      // The stream id is removed, because each stream has its own.
      frames.push(
        block
          .replace(/"streamId":"[^"]*"/, '')
          .split('\n')
          .filter(Boolean)
          .sort(),
      );
      onFrame(block);
    }
  }
  return frames;
}

describe('a subscription is answered exactly as by tRPC’s own adapter', () => {
  it('from the connection, through an event, to the end of the session', async () => {
    const origins = [server.app, official].map((app) => app.listen({ port: 0, host: '127.0.0.1' }));
    const headers = { authorization: `Bearer ${bob.token}` };
    const seen = [0, 0];
    const streams = (await Promise.all(origins)).map(async (origin, index) => {
      const answer = await fetch(`${origin}/trpc/live.stream`, { headers });
      const frames = await framesOf(answer, () => (seen[index] = (seen[index] ?? 0) + 1));
      return { status: answer.status, type: answer.headers.get('content-type'), frames };
    });
    // Waits for the first two events of each stream: connected and ready.
    await expect.poll(() => Math.min(...seen)).toBeGreaterThanOrEqual(2);
    await write(alice, bob, 'hi');
    await expect.poll(() => Math.min(...seen)).toBeGreaterThanOrEqual(3);
    await bob.post('/auth/logout');
    // Only the format of pings is compared: their number depends on the time, and Kith pings many streams together.
    const isPing = (frame: string[]) => frame.includes('event: ping');
    const [ours, theirs] = (await Promise.all(streams)).map(({ frames, ...answer }) => ({
      ...answer,
      frames: frames.filter((frame) => !isPing(frame)),
      pings: new Set(frames.filter(isPing).map(String)),
    }));
    expect(ours?.frames).toEqual(theirs?.frames);
    expect({ ...ours, pings: null }).toEqual({ ...theirs, pings: null });
    expect(ours?.pings.union(theirs?.pings ?? new Set()).size).toBeLessThanOrEqual(1);
    expect(ours?.frames.length).toBeGreaterThanOrEqual(3);
  });
});
