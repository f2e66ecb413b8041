import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { PostView } from '../../lib/types.ts';
import { addPost, findPost, patchPost, removePost, removePosts } from './postCache.ts';

const post = (postId: number, userId = 1) => ({ postId, userId, likesCount: 0 }) as PostView;

const loaded = () => {
  const client = new QueryClient();
  const pages = (...items: PostView[]) => ({ pages: [{ items, nextCursor: null }], pageParams: [null] });
  client.setQueryData([['feed', 'home'], { input: { limit: 20 }, type: 'infinite' }], pages(post(1), post(2)));
  client.setQueryData([['posts', 'byUser'], { input: { userId: 1 }, type: 'infinite' }], pages(post(1)));
  client.setQueryData([['posts', 'byId'], { input: { postId: 1 }, type: 'query' }], post(1));
  client.setQueryData([['users', 'search'], { input: {}, type: 'infinite' }], pages());
  return client;
};

const likes = (client: QueryClient) =>
  client
    .getQueriesData<unknown>({})
    .flatMap(([, data]) => JSON.stringify(data).match(/"postId":1,"userId":1,"likesCount":\d+/g) ?? []);

test('a patch reaches the post in every list and in its own query', () => {
  const client = loaded();
  patchPost(client, 1, (old) => ({ likesCount: old.likesCount + 1 }));
  expect(likes(client)).toEqual(Array(3).fill('"postId":1,"userId":1,"likesCount":1'));
  expect(findPost(client, 2)?.likesCount).toBe(0);
});

test('a list without the post stays the same object when that post is patched', () => {
  const client = loaded();
  const key = [['feed', 'home'], { input: { limit: 20 }, type: 'infinite' }];
  const before = client.getQueryData<{ pages: unknown[] }>(key)?.pages[0];
  patchPost(client, 99, { likesCount: 5 });
  expect(client.getQueryData<{ pages: unknown[] }>(key)?.pages[0]).toBe(before);
});

test('a new post is put at the top of its author’s list and of the feed, once', () => {
  const client = loaded();
  addPost(client, post(3));
  addPost(client, post(3));
  const lists = client.getQueriesData<{ pages?: { items: PostView[] }[] }>({});
  const ids = lists.map(([, data]) => data?.pages?.[0]?.items.map(({ postId }) => postId));
  expect(ids).toEqual([[3, 1, 2], [3, 1], undefined, []]);
});

test('a deleted post is removed from every list', () => {
  const client = loaded();
  removePost(client, 2);
  expect(findPost(client, 2)).toBeUndefined();
});

test('a post among the results of a search for everything is found, patched and removed', () => {
  const client = loaded();
  const key = [['search', 'best'], { input: { query: 'lake', limit: 5 }, type: 'query' }];
  client.setQueryData(key, { people: [{ userId: 2 }], posts: [post(7, 2)], tags: [{ tag: 'lake' }] });
  patchPost(client, 7, { likesCount: 3 });
  expect(findPost(client, 7)?.likesCount).toBe(3);
  removePosts(client, ({ userId }) => userId === 2);
  expect(client.getQueryData(key)).toEqual({ people: [{ userId: 2 }], posts: [], tags: [{ tag: 'lake' }] });
});

test('posts are removed only from the named lists', () => {
  const client = loaded();
  removePosts(client, ({ userId }) => userId === 1, ['feed.home']);
  const lists = client.getQueriesData<{ pages?: { items: PostView[] }[] }>({});
  expect(lists.map(([, data]) => data?.pages?.[0]?.items.length)).toEqual([0, 1, undefined, 0]);
});

test('a list that waits for a refetch waits on when a post of it is patched', () => {
  const client = loaded();
  const queryKey = [['feed', 'home']];
  void client.invalidateQueries({ queryKey });
  patchPost(client, 1, { likesCount: 5 });
  const [feed] = client.getQueryCache().findAll({ queryKey });
  expect([feed?.state.isInvalidated, likes(client)[0]]).toEqual([true, '"postId":1,"userId":1,"likesCount":5']);
});
