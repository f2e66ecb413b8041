import { expect, test, vi } from 'vitest';
import { samplePicture, samplePost } from '../../testing/samples.ts';
import { clearLocalPictures, keepPictures, localPictures, recordUploaded, withLocalPictures } from './localPictures.ts';

const local = (position: number, imageId?: number) => ({
  id: `picture-${position}`,
  file: new Blob(),
  alt: '',
  position,
  url: `blob:${position}`,
  ...(imageId !== undefined && { imageId }),
});
const posted = (...ids: number[]) => samplePost({ images: ids.map((imageId) => ({ ...samplePicture(), imageId })) });
const urls = (post: ReturnType<typeof posted>) => post.images.map(({ url }) => url);

test('pictures are shown from their files before and after their upload, in order and each once', () => {
  const [one, two, three] = [local(0), local(1), local(2)];
  const files = ['blob:0', 'blob:1', 'blob:2'];
  const unsent = withLocalPictures(posted(), [one, two, three], 3);
  expect(urls(unsent)).toEqual(files);
  expect(unsent.image).toBe(unsent.images[0]);
  expect(urls(withLocalPictures(posted(70), [local(0, 70), two, three], 3))).toEqual(files);
  // The server refused the first one.
  expect(urls(withLocalPictures(posted(71), [one, local(1, 71), three], 3))).toEqual(files);
  const sent = withLocalPictures(posted(70, 71, 72), [local(0, 70), local(1, 71), local(2, 72)]);
  expect(urls(sent)).toEqual(files);
  expect(sent.images.map(({ imageId }) => imageId)).toEqual(unsent.images.map(({ imageId }) => imageId));
});

test('what was discarded or deleted is not shown, and one whose response is lost or late is shown once, from its file', () => {
  expect(urls(withLocalPictures(posted(70), [local(0, 70), local(1)]))).toEqual(['blob:0']);
  expect(urls(withLocalPictures(posted(71), [local(0, 70), local(1, 71)]))).toEqual(['blob:1']);
  expect(urls(withLocalPictures(posted(70), [local(0), local(1)], 2))).toEqual(['blob:0', 'blob:1']);
});

test('the pictures of a sent post are released when the next post is sent', () => {
  const revoked = vi.spyOn(URL, 'revokeObjectURL');
  const stored = (id: string) => ({ id, file: new Blob(), alt: '' });
  const [first] = keepPictures('first', [stored('one')]);
  const waiting = keepPictures('waiting', [stored('two'), stored('three')]);
  recordUploaded('first', 'one', 70);
  recordUploaded('waiting', 'two', 71);
  expect(revoked).not.toHaveBeenCalled();
  keepPictures('next', [stored('four')]);
  expect(revoked.mock.calls).toEqual([[first?.url]]);
  expect(Object.keys(localPictures.get())).toEqual(['waiting', 'next']);
  clearLocalPictures();
  expect(revoked.mock.calls.flat()).toEqual(expect.arrayContaining(waiting.map(({ url }) => url)));
});
