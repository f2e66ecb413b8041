// Long: kills the worker while it delivers webhooks.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { WebhookView } from '@kith/contracts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSigned, startReceiver } from '../../apps/api/src/testing/webhookReceiver.ts';
import { createMembers } from '../fixtures/cast.ts';
import { type Fleet, startFleet } from '../fixtures/fleet.ts';
import { callRest } from '../fixtures/rest.ts';

let fleet: Fleet;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

/** The test runs at night only, because a worker takes over the jobs of a killed worker only after some seconds. */
const canRun = process.platform === 'linux';

beforeAll(async () => {
  if (canRun) [fleet, receiver] = await Promise.all([startFleet(), startReceiver()]);
});
afterAll(async () => {
  receiver?.close();
  await fleet?.close();
});

test.skipIf(!canRun)(
  'events whose worker is killed during their delivery arrive with the same id, and none is lost',
  { timeout: 180_000 },
  async () => {
    const { origin } = await fleet.api();
    const [alice, bob] = await createMembers(origin, 'alice', 'bob');
    const { token } = alice;
    const json = { url: 'https://hook.kith.example/' };
    const { webhookId, secret } = await callRest<{ webhookId: number; secret: string }>(origin, 'POST /webhooks', {
      token,
      json,
    });
    const database = new pg.Client({ connectionString: fleet.databaseUrl });
    await database.connect();
    await database.query('update webhooks set url = $1 where id = $2', [receiver.url, webhookId]);
    await database.end();
    const listed = async () => {
      const [webhook] = await callRest<WebhookView[]>(origin, 'GET /webhooks', { token });
      return webhook?.deliveries ?? [];
    };
    const write = (content: string) => {
      const message = { senderId: bob.userId, receiverId: alice.userId, content };
      return callRest(origin, 'POST /messages', { token: bob.token, json: message });
    };

    const held: ServerResponse[] = [];
    receiver.answer = (response) => held.push(response);
    for (let round = 1; round <= 2; round += 1) {
      const worker = await fleet.worker({}, 'e2e/fixtures/nearWorker.ts');
      for (let i = 0; i < 3; i += 1) await write(`message ${i} of round ${round}`);
      const before = held.length;
      await expect.poll(() => held.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(before + 2);
      const cut = held.slice(before).map((response) => once(response, 'close'));
      process.kill(worker.pid, 'SIGKILL');
      expect(await worker.ended).toBe('SIGKILL');
      await Promise.all(cut);
      // A delivery that was cut off before a response does not count as an attempt.
      expect(
        new Set((await listed()).map(({ tries, status, answeredAt }) => [tries, status, answeredAt].join())),
      ).toEqual(new Set(['0,,']));
    }

    receiver.answer = (response) => response.writeHead(204).end();
    const worker = await fleet.worker({}, 'e2e/fixtures/nearWorker.ts');
    await expect
      .poll(async () => (await listed()).filter(({ nextAt }) => nextAt === null).length, { timeout: 120_000 })
      .toBe(6);
    expect((await listed()).map(({ tries, status }) => [tries, status])).toEqual(Array(6).fill([1, 204]));
    const got = receiver.take();
    expect(await Promise.all(got.map((each) => isSigned(each, secret)))).toEqual(got.map(() => true));
    const bodies = Map.groupBy(got, ({ headers }) => String(headers['webhook-id']));
    expect([...bodies.keys()].sort()).toEqual((await listed()).map(({ deliveryId }) => deliveryId).sort());
    for (const same of bodies.values()) expect(new Set(same.map(({ body }) => body)).size).toBe(1);
    expect(new Set(got.map(({ json }) => json.data.messageId)).size).toBe(6);
    // Interrupted deliveries were repeated.
    expect(got.length).toBeGreaterThanOrEqual(6 + 2);
    expect(await worker.stop()).toBe(0);
  },
);
