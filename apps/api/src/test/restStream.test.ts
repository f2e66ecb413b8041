import { expect, it } from 'vitest';
import { write } from '../testing/actions.ts';
import { castForFile } from '../testing/serverForFile.ts';
import { StreamListener } from '../testing/streamListener.ts';
import type { Person } from '../testing/testApp.ts';

const { server, alice, bob } = await castForFile({ RATE_LIMIT: 'on' });
const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });

const ask = (token: string | undefined, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(`${origin}/stream`, {
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    ...(signal && { signal }),
  });
const listen = (who: Person, lastEventId?: string) => new StreamListener().open(`${origin}/stream`, who, lastEventId);
const contents = (listener: StreamListener) => listener.of('message.sent').map(({ message }) => message.content);

it('GET /stream delivers events, and after a gap the missed ones since the last event id', async () => {
  const first = await listen(alice);
  expect(first.response?.headers.get('content-type')).toBe('text/event-stream');
  expect(first.response?.headers.get('access-control-allow-origin')).toBe('*');
  expect(first.response?.headers.get('ratelimit')).toMatch(/^"calls";r=\d+;t=\d+$/);
  await write(bob, alice, 'one');
  await expect.poll(() => [first.names[0], contents(first)]).toEqual(['ready', ['one']]);
  first.close();
  await write(bob, alice, 'two');
  const second = await listen(alice, first.items.at(-1)?.id);
  // The missed messages come before `ready`, and may be repeated after it.
  expect(contents(second)).toContain('two');
  second.close();
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
