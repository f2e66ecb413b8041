import { expect, it } from 'vitest';
import { castForFile } from '../testing/serverForFile.ts';
import type { Person } from '../testing/testApp.ts';

const { alice, bob } = await castForFile();

const readBy = async (who: Person): Promise<string | null> =>
  (await who.query('auth.session')).body.result.data.user.feedReadAt;
const mark = (upTo: unknown) => alice.mutate('feed.markRead', { upTo });

it('the read position of a feed only advances, never beyond now, and is private to its member', async () => {
  expect(await readBy(alice)).toBeNull();
  const [earlier, later] = [new Date(Date.now() - 60_000).toISOString(), new Date(Date.now() - 1_000).toISOString()];
  await mark(later);
  await mark(earlier);
  expect(await readBy(alice)).toBe(later);
  expect(await readBy(bob)).toBeNull();
  await mark(new Date(Date.now() + 3_600_000).toISOString());
  expect(Date.parse((await readBy(alice)) as string)).toBeLessThanOrEqual(Date.now() + 1_000);
  for (const upTo of ['soon', null, 7]) expect((await mark(upTo)).status).toBe(400);
  expect((await bob.query('users.byId', { userId: alice.userId })).body.result.data).not.toHaveProperty('feedReadAt');
});
