import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, password, startCast, type TestApp } from '../testing/testApp.ts';

let server: TestApp;
let alice: Person;
let bob: Person;
let origin: string;

beforeAll(async () => {
  ({ server, alice, bob } = await startCast({ RATE_LIMIT: 'on' }));
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const ask = (token: string | undefined, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(`${origin}/stream`, {
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    ...(signal && { signal }),
  });

interface StreamEvent {
  id: string;
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads out of an answer is what it asserts
  data: any;
}

/** Reads a stream until `enough` returns true, or until the stream ends; calls `ready` once the stream is ready. */
async function read(answer: Response, enough: (events: StreamEvent[]) => boolean, ready: () => unknown = () => {}) {
  let text = '';
  let begun = false;
  let events: StreamEvent[] = [];
  for await (const chunk of answer.body ?? []) {
    text += new TextDecoder().decode(chunk);
    events = text.split('\n\n').flatMap((block) => {
      const [, id = '', data = ''] = /^id: (.*)\ndata: (.+)$/m.exec(block) ?? [];
      return data ? [{ id, name: JSON.parse(data).name, data: JSON.parse(data) }] : [];
    });
    if (!begun && events.some(({ name }) => name === 'ready')) {
      begun = true;
      await ready();
    }
    if (enough(events)) break;
  }
  return events;
}

const send = (content: string) => bob.post('/messages', { senderId: bob.userId, receiverId: alice.userId, content });
const contents = (events: StreamEvent[]) =>
  events.filter(({ name }) => name === 'message.sent').map(({ data }) => data.message.content);

it('GET /stream delivers events, and after a gap the missed ones since the last event id', async () => {
  const answer = await ask(alice.token);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('ratelimit')).toMatch(/^"calls";r=\d+;t=\d+$/);
  const first = await read(
    answer,
    (events) => contents(events).length > 0,
    () => send('one'),
  );
  expect([first[0]?.name, contents(first)]).toEqual(['ready', ['one']]);
  await send('two');
  const again = await ask(alice.token, { 'last-event-id': first.at(-1)?.id ?? '' });
  const second = await read(again, (events) => events.some(({ name }) => name === 'ready'));
  // The missed messages come before `ready`, and may be repeated after it.
  expect(contents(second)).toContain('two');
});

it('GET /stream is refused with a status and the error envelope', async () => {
  const strange = await ask(undefined);
  expect([strange.status, strange.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect(await strange.json()).toMatchObject({ success: false, code: 'unauthenticated' });
  const { body } = await alice.post('/tokens', { name: 'bot', scopes: ['write'] });
  const bot = await ask(body.data.token);
  expect([bot.status, await bot.json()]).toMatchObject([403, { code: 'missing-scope', scopes: ['read', 'messages'] }]);
  expect((await ask(alice.token, { 'last-event-id': 'x'.repeat(50) })).status).toBe(400);
  const closed = new AbortController();
  const open = await Promise.all(Array.from({ length: 20 }, () => ask(bob.token, {}, closed.signal)));
  expect(new Set(open.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await ask(bob.token)).status).toBe(429);
  closed.abort();
});

it('GET /stream ends within five seconds after its session', async () => {
  const { body } = await alice.post('/auth/login', { identifier: 'alice', password });
  const start = Date.now();
  const events = await read(
    await ask(body.data.token),
    () => false,
    () => alice.call('POST', '/auth/logout', undefined, { headers: { authorization: `Bearer ${body.data.token}` } }),
  );
  expect(events.map(({ name }) => name)).toContain('ready');
  expect(Date.now() - start).toBeLessThan(5_000);
});
