import { expect, it } from 'vitest';
import { castForFile } from '../testing/serverForFile.ts';

const { sql, alice, bob } = await castForFile();

const day = 86_400;

/** The hours from now, by the database's clock, until the time that a statement selects as `at`. */
async function hoursUntil(statement: string, ...values: unknown[]): Promise<number> {
  const [row] = await sql(`select extract(epoch from t.at - now()) / 3600 as hours from (${statement}) t`, values);
  return Math.round(Number((row as { hours: unknown }).hours) * 10) / 10;
}

it('a duration is counted by the database, whatever clock its sender or this server has', async () => {
  const chat = await alice.post('/chats', { userIds: [bob.userId] });
  const { chatId } = chat.body.data;
  const replies = [
    await alice.post('/mutes', { userId: bob.userId, forSeconds: day }),
    await alice.patch(`/chats/${chatId}`, { forSeconds: 8 * 3_600 }),
    await alice.post('/posts', { userId: alice.userId, caption: 'For a day', expiresInSeconds: day }),
    // The shortest permitted duration is accepted, although time passes until the server checks it.
    await alice.post('/posts', { userId: alice.userId, caption: 'For an hour', expiresInSeconds: 3_600 }),
    await alice.post('/tokens', { name: 'bot', scopes: ['read'], expiresInSeconds: 30 * day }),
    await alice.post('/invitations', { uses: 1, expiresInSeconds: 30 * day }),
    await alice.post('/invitations', { uses: 1 }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 201, 201, 201, 201, 201]);
  expect(await hoursUntil('select until as at from mutes where muter_id = $1', alice.userId)).toBe(24);
  expect(await hoursUntil('select muted_until as at from memberships where user_id = $1', alice.userId)).toBe(8);
  const posts = 'select expires_at as at from posts where caption = $1';
  expect(await hoursUntil(posts, 'For a day')).toBe(24);
  expect(await hoursUntil(posts, 'For an hour')).toBe(1);
  expect(await hoursUntil('select expires_at as at from tokens where user_id = $1', alice.userId)).toBe(30 * 24);
  const invitations = 'select expires_at as at from invitations where inviter_id = $1 order by id limit 1';
  expect(await hoursUntil(invitations, alice.userId)).toBe(30 * 24);
  expect(await hoursUntil(`${invitations} offset 1`, alice.userId)).toBe(7 * 24);
});

it('takes the place of a time, and must be a whole number within limits', async () => {
  const past = '2020-01-01T00:00:00Z';
  expect((await alice.post('/mutes', { userId: bob.userId, until: past, forSeconds: day })).status).toBe(200);
  expect(await hoursUntil('select until as at from mutes where muter_id = $1', alice.userId)).toBe(24);
  const post = { userId: alice.userId, caption: 'Too short or too long' };
  for (const expiresInSeconds of [0, 3_599, 366 * day, 3_600.5, -day])
    expect((await alice.post('/posts', { ...post, expiresInSeconds })).status).toBe(400);
  for (const forSeconds of [0, -1, 1e12])
    expect((await alice.post('/mutes', { userId: bob.userId, forSeconds })).status).toBe(400);
});
