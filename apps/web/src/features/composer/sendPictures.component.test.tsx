import { getQueryKey } from '@trpc/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { queryClient } from '../../lib/queryClient.ts';
import { trpc } from '../../lib/trpc.ts';
import { samplePicture, samplePost } from '../../testing/samples.ts';
import { showLike } from '../likes/likeCache.ts';
import { findPost, patchPost } from '../posts/postCache.ts';
import { keepPictures } from './localPictures.ts';
import { sendPictures } from './sendPictures.ts';

/** Takes the place of the upload's request, which is answered when the test says so. */
class HeldRequest {
  static sent = Promise.withResolvers<HeldRequest>();
  upload = {};
  status = 201;
  responseText = '';
  onload = () => undefined;
  onloadend = () => undefined;
  open = () => undefined;
  send = () => HeldRequest.sent.resolve(this);
}

test('a like and a comment from before the answer to an upload stay, though the answer does not know of them', async () => {
  vi.stubGlobal('XMLHttpRequest', HeldRequest);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { postId } = samplePost();
  queryClient.setQueryData(getQueryKey(trpc.posts.byId, { postId }, 'query'), samplePost());
  keepPictures('sent', [{ id: 'one', file: new Blob(), alt: '', position: 0 }]);
  const sending = sendPictures(queryClient, postId, 'sent');
  const request = await HeldRequest.sent.promise;
  showLike(queryClient, postId, true);
  patchPost(queryClient, postId, { commentsCount: 1 });
  const image = samplePicture();
  const data = { ...samplePost({ image, images: [image], imagesCount: 1 }), imageId: image.imageId };
  request.responseText = JSON.stringify({ success: true, data });
  request.onloadend();
  request.onload();
  await sending;
  const counts = { likedByMe: true, likesCount: 1, commentsCount: 1 };
  expect(findPost(queryClient, postId)).toMatchObject({ ...counts, image, imagesCount: 1 });
});
