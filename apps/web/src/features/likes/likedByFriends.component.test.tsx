import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openLive } from '../../lib/live.ts';
import { inputsOf } from '../../testing/answers.ts';
import { alice, renderOnPage } from '../../testing/render.tsx';
import { bob, samplePost } from '../../testing/samples.ts';
import { listenForLikes } from './likeCache.ts';
import { useLikedByFriends } from './likedByFriends.ts';

const posts = Array.from({ length: 21 }, (_, index) => samplePost({ postId: index + 1 }));

function Names() {
  const client = useQueryClient();
  useEffect(() => listenForLikes(client, alice.userId), [client]);
  return [...useLikedByFriends(posts)].map(([postId, name]) => `${name} likes ${postId}`).join(', ');
}

test('a like or unlike by another member fetches again which friends like these posts', async () => {
  const stream = Object.assign(new EventTarget(), { readyState: 1, close: () => undefined });
  vi.stubGlobal('EventSource', function EventSource() {
    return stream;
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  onTestFinished(openLive());
  let names = [1, 21].map((postId) => ({ ...bob, postId }));
  const byFriends = ({ postIds }: { postIds: number[] }) => names.filter(({ postId }) => postIds.includes(postId));
  const { screen } = await renderOnPage(<Names />, { answers: { 'likes.byFriends': byFriends } });
  // Both answers have to be there: that an event during a first fetch is not lost is refetchOutdated's, which no component starts.
  await expect.element(screen.getByText('bob likes 1, bob likes 21')).toBeVisible();
  const asked = () => inputsOf('likes.byFriends').map((input) => (input as { postIds: number[] }).postIds.length);
  expect(asked()).toEqual([20, 1]);
  const change = (userId: number, postId: number) => {
    const data = JSON.stringify({ name: 'post.liked', postId, userId, liked: false, likesCount: 1 });
    stream.dispatchEvent(new MessageEvent('message', { data }));
  };
  names = names.filter(({ postId }) => postId === 1);
  change(alice.userId, 1);
  change(bob.userId, 21);
  await expect.element(screen.getByText('bob likes 1')).toBeVisible();
  expect(asked()).toEqual([20, 1, 1]);
});
