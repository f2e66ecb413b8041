import cookie from '@fastify/cookie';
import { appRouter } from '@kith/trpc';
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestContext } from '../request/context.ts';
import { follow, publish } from '../testing/actions.ts';
import { castForFile } from '../testing/serverForFile.ts';

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
      // Each request counts the time that is left of a session anew, to the millisecond.
      body: JSON.parse(body, (key, value) => (key === 'expiresAt' ? typeof value : value)),
    }));
    expect(ours).toEqual(theirs);
  });
});
