import { afterAll, beforeAll, expect, it } from 'vitest';
import { cast, password, startTestApp, type TestApp } from '../../apps/api/src/testing/testApp.ts';
import { greetFollowers } from '../../examples/typed-client/src/greetFollowers.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

it('a typed client in a package of its own works against the running server', async () => {
  const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { alice, bob, carol } = await cast(server.app);
  for (const person of [bob, carol]) {
    await person.post('/follows', { followerId: person.userId, followedId: alice.userId });
  }
  const idOf = (userId: number) => `00000000-0000-4000-8000-${String(userId).padStart(12, '0')}`;
  for (let run = 0; run < 2; run++) {
    expect(await greetFollowers(origin, 'alice', password, 'Thanks for following!', idOf)).toBe(2);
  }
  const { body } = await bob.query('messages.conversation', { withUserId: alice.userId });
  expect(body.result.data.items).toMatchObject([
    { content: 'Thanks for following!', sender: { userId: alice.userId } },
  ]);
});
