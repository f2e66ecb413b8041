import { fanOutPost } from '@kith/domain';
import { expect, it } from 'vitest';
import { follow } from '../../apps/api/src/testing/actions.ts';
import { castForFile } from '../../apps/api/src/testing/serverForFile.ts';
import { backdate } from './posts.ts';

const { server, alice, bob } = await castForFile();
const { domain } = server.deps;

it('a seeded post stands in a feed by the date it was given, also if a worker had put it there before', async () => {
  await follow(alice, bob);
  const publish = async (caption: string): Promise<number> =>
    (await bob.post('/posts', { userId: bob.userId, caption })).body.data.postId;
  const [newer, older] = [await publish('Today'), await publish('Yesterday')];
  for (const postId of [newer, older]) await fanOutPost(domain, { postId });
  await backdate(domain, older, new Date(Date.now() - 86_400_000));
  const { body } = await alice.get('/feed');
  expect(body.data.map(({ postId }: { postId: number }) => postId)).toEqual([newer, older]);
});
