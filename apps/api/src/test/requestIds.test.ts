import { Writable } from 'node:stream';
import { probe } from '@kith/db/testing';
import { createLog, logWithTraceContext } from '@kith/platform';
import { beforeAll, describe, expect, it } from 'vitest';
import { comment, follow } from '../testing/actions.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { type Person, signUpAndIn } from '../testing/testApp.ts';

const { server } = await serverForFile({ TRUST_PROXY: '127.0.0.1' });
let alice: Person;
const lines: Record<string, unknown>[] = [];

/** Makes the server write its log into `lines`. */
function readLog(): void {
  const written = new Writable({
    write(chunk, _encoding, done) {
      for (const line of String(chunk).trim().split('\n')) lines.push(JSON.parse(line));
      done();
    },
  });
  server.deps.domain.log = logWithTraceContext(createLog({ logLevel: 'info' }, 'api', written));
}

const jobs = async () =>
  (await probe(server.deps.domain.db, 'select name, payload from pending_jobs order by id')).rows as {
    name: string;
    payload: { traceContext?: { requestId: string } };
  }[];

beforeAll(async () => {
  readLog();
  alice = await signUpAndIn(server.app, 'alice');
});

describe('a request id', () => {
  it('is returned, a new one for each request', async () => {
    const ids = await Promise.all([alice.get('/posts'), alice.get('/nowhere'), alice.query('feed.home')]);
    const given = ids.map(({ headers }) => headers['x-request-id']);
    for (const id of given) expect(id).toMatch(/^[0-9a-f]{12}$/);
    expect(new Set(given).size).toBe(3);
  });

  it.each([
    ['127.0.0.1', 'a-proxy_named-this', true],
    ['127.0.0.1', 'short', false],
    ['127.0.0.1', 'x'.repeat(65), false],
    ['127.0.0.1', 'two words here', false],
    ['127.0.0.1', '"},{"level":60', false],
    ['10.1.1.1', 'a-stranger-named-this', false],
  ])('sent from %s as %j is adopted: %s', async (remoteAddress, given, taken) => {
    const { headers } = await alice.call('GET', '/posts', undefined, {
      remoteAddress,
      headers: { 'x-request-id': given },
    });
    expect(headers['x-request-id'] === given).toBe(taken);
  });

  it('is in the body and the log of the server’s own failures, in tRPC and REST, and in no other response', async () => {
    const { pool } = server.deps.domain.db;
    await pool.query('alter table comments rename to comments_away');
    lines.length = 0;
    try {
      const text = 'what alice writes is nobody’s business, nor is alice@kith.test';
      const broken = [
        comment(alice, 1, text),
        alice.mutate('comments.create', { userId: alice.userId, postId: 1, content: text }),
      ];
      const [rest, trpc] = (await Promise.all(broken)) as [Awaited<(typeof broken)[0]>, Awaited<(typeof broken)[0]>];
      const refused = await alice.get('/posts/user/x/count');
      expect([rest.status, trpc.status, refused.status]).toEqual([500, 500, 400]);
      expect(rest.body).toEqual({
        success: false,
        code: 'internal',
        message: 'Something went wrong',
        requestId: rest.headers['x-request-id'],
      });
      expect(trpc.body.error.data.kith.requestId).toBe(trpc.headers['x-request-id']);
      expect(refused.body).not.toHaveProperty('requestId');
      const logged = lines.filter(({ level }) => level === 50).map(({ requestId }) => requestId);
      expect(logged.sort()).toEqual([rest.headers['x-request-id'], trpc.headers['x-request-id']].sort());
      expect(JSON.stringify(lines)).not.toMatch(/business|alice/);
    } finally {
      await pool.query('alter table comments_away rename to comments');
    }
  });

  it('is passed on to the jobs that the request records', async () => {
    const bob = await signUpAndIn(server.app, 'bob');
    const { pool } = server.deps.domain.db;
    // The request would move its pending jobs to the queue; this rule keeps them pending.
    await pool.query('create rule kept as on delete to pending_jobs do instead nothing');
    const followed = await follow(bob, alice);
    const posted = await alice.post('/posts', { userId: alice.userId, caption: 'A walk' });
    const reset = await alice.post('/auth/password-reset', { email: 'alice@kith.test' });
    const found = (await jobs()).map(({ name, payload }) => [name, payload.traceContext?.requestId]);
    expect(found).toEqual([
      ['feed.backfill', followed.headers['x-request-id']],
      ['feed.fanOut', posted.headers['x-request-id']],
      ['auth.sendPasswordReset', reset.headers['x-request-id']],
    ]);
    await pool.query('drop rule kept on pending_jobs');
  });
});

describe('the log', () => {
  it('contains no user content, whatever fails and however deep', () => {
    lines.length = 0;
    const secret = 'nobody’s business';
    const values = {
      detail: `Key (content)=(${secret}) exists`,
      parameters: [secret],
      code: '23505',
      table: 'comments',
    };
    const sql = Object.assign(new Error(`insert into "comments" values ('${secret}') - duplicate key value`), values);
    const nested = new Error('failed', { cause: sql });
    const syntax = new Error(`invalid input syntax for type bigint: "${secret}"`);
    const mail = new Error('550 <alice@kith.test>: no such box');
    // The lines differ, because equal ones would be counted instead of written.
    for (const [index, err] of [sql, nested, syntax, mail].entries()) {
      server.deps.domain.log.warn({ err }, `it failed ${index}`);
    }
    expect(lines).toHaveLength(4);
    expect(JSON.stringify(lines)).not.toMatch(/business|alice@/);
    expect(lines[0]).toMatchObject({ err: { message: 'duplicate key value', sqlstate: '23505', table: 'comments' } });
  });
});
