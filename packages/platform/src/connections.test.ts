import { describe, expect, test } from 'vitest';
import { divideConnections, requireVersion } from './connections.ts';

describe('the connections of a process', () => {
  test.each([12, 20, 200])('are at most the %i of DATABASE_POOL, and enough for every part', (total) => {
    for (const role of ['api', 'worker'] as const) {
      for (const redis of [true, false]) {
        const { database, queue } = divideConnections(total, role, redis);
        const asking = 1;
        const listening = role === 'api' && !redis ? 1 : 0;
        // With Redis the queue's connection pool stays unused.
        expect(database + (redis ? 0 : queue) + asking + listening).toBeLessThanOrEqual(total);
        expect(database).toBeGreaterThanOrEqual(4);
        // A worker uses one connection to listen for all queues, and the others for statements.
        if (role === 'worker' && !redis) expect(queue).toBeGreaterThanOrEqual(6);
      }
    }
  });
});

test.each(['16.0', '18.4 (Debian 18.4-1)', '19beta1'])('PostgreSQL %s is accepted', (version) => {
  expect(() => requireVersion(version)).not.toThrow();
});

test('PostgreSQL 15 is refused in one line', () => {
  expect(() => requireVersion('15.8 (Debian 15.8-1)')).toThrow(
    'Setting DATABASE_URL should name a PostgreSQL 16 or newer, and this is 15.8 (Debian 15.8-1).',
  );
});
