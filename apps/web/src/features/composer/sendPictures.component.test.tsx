import { getQueryKey } from '@trpc/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { discard, enqueue, waiting } from '../../lib/outbox/store.ts';
import { queryClient } from '../../lib/queryClient.ts';
import { trpc } from '../../lib/trpc.ts';
import { setAnswers } from '../../testing/answers.ts';
import { samplePicture, samplePost } from '../../testing/samples.ts';
import { showLike } from '../likes/likeCache.ts';
import { findPost, patchPost } from '../posts/postCache.ts';
import { clearLocalPictures, keepPictures, loadPictures } from './localPictures.ts';
import { sendPictures } from './sendPictures.ts';
import { postOutbox } from './sendPost.ts';
import { noEdits, type WorkerAnswer } from './video/edits.ts';
import { enqueuePost } from './waitingPost.ts';

/** A worker that cannot use any video. */
class RefusingWorker {
  onmessage: (message: { data: WorkerAnswer }) => void = () => undefined;
  terminate = () => undefined;
  postMessage = () => queueMicrotask(() => this.onmessage({ data: { code: 'unsupported-video' } }));
}

const answerUpload = (request: HeldRequest, image: ReturnType<typeof samplePicture>) => {
  const data = { ...samplePost({ image, images: [image], imagesCount: 1 }), imageId: image.imageId };
  request.responseText = JSON.stringify({ success: true, data });
  request.onloadend();
  request.onload();
};

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

const draft = { text: 'The lake', people: '', location: '', hashtags: '' };
const entryOf = (more: object) => ({ draft, createdAt: '2026-01-01T00:00:00.000Z', pictures: 1, ...more });

beforeEach(() => {
  HeldRequest.sent = Promise.withResolvers();
});
afterEach(() => {
  for (const { id } of waiting()) discard(id);
  clearLocalPictures();
});

test('pictures that are added to a post do not wait for a video that cannot be used', async () => {
  vi.stubGlobal('XMLHttpRequest', HeldRequest);
  vi.stubGlobal('Worker', RefusingWorker);
  setAnswers({ 'server.get': () => ({ maxVideoSeconds: 180 }) });
  const { postId } = samplePost();
  const payload = entryOf({ pictures: 2, postId, edited: true, unprepared: true });
  const film = { id: 'film', file: new Blob(), alt: '', position: 0, edits: noEdits };
  await enqueuePost(payload, [film, { id: 'photo', file: new Blob(), alt: '', position: 0 }]);
  const [entry] = waiting();
  onTestFinished(() => void vi.unstubAllGlobals());
  const sending = postOutbox(queryClient, 1, () => undefined).send(payload, entry?.id ?? '');
  const refused = expect(sending).rejects.toMatchObject({ code: 'unsupported-video' });
  answerUpload(await HeldRequest.sent.promise, samplePicture());
  await refused;
  const left = await loadPictures(entry?.id ?? '');
  expect(left.filter(({ imageId }) => imageId === undefined).map(({ id }) => id)).toEqual(['film']);
});

test('a like and a comment from before the answer to an upload stay, though the answer does not know of them', async () => {
  vi.stubGlobal('XMLHttpRequest', HeldRequest);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { postId } = samplePost();
  queryClient.setQueryData(getQueryKey(trpc.posts.byId, { postId }, 'query'), samplePost());
  enqueue('post', entryOf({ postId }), 'sent');
  keepPictures('sent', [{ id: 'one', file: new Blob(), alt: '', position: 0 }]);
  const sending = sendPictures(queryClient, postId, 'sent');
  const request = await HeldRequest.sent.promise;
  showLike(queryClient, postId, true);
  patchPost(queryClient, postId, { commentsCount: 1 });
  const image = samplePicture();
  answerUpload(request, image);
  await sending;
  const counts = { likedByMe: true, likesCount: 1, commentsCount: 1 };
  expect(findPost(queryClient, postId)).toMatchObject({ ...counts, image, imagesCount: 1 });
});
