import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderOnPage } from '../../testing/render.tsx';
import { samplePicture, samplePost } from '../../testing/samples.ts';
import { tap } from '../../testing/touch.ts';
import { PostPicture } from './PostPicture.tsx';

afterEach(() => vi.restoreAllMocks());

async function show() {
  const [onTap, onDoubleTap] = [vi.fn(), vi.fn()];
  const images = [samplePicture()];
  await renderOnPage(
    <div className="w-80">
      <PostPicture post={samplePost({ images })} onTap={onTap} onDoubleTap={onDoubleTap} />
    </div>,
  );
  return { image: document.querySelector('img') as HTMLElement, onTap, onDoubleTap };
}

test('a tap and a click open a picture, two in a row like it', async () => {
  const { image, onTap, onDoubleTap } = await show();
  await tap(image);
  await expect.poll(() => onTap.mock.calls).toEqual([[0]]);
  await userEvent.click(image);
  await expect.poll(() => onTap.mock.calls.length).toBe(2);
  expect(onDoubleTap).not.toHaveBeenCalled();
  await userEvent.dblClick(image);
  await expect.poll(() => onDoubleTap.mock.calls.length).toBe(1);
  expect(onTap).toHaveBeenCalledTimes(2);
});

test('the first tap counts as one tap, however soon after the start of the page', async () => {
  const { image, onTap, onDoubleTap } = await show();
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(120);
  await userEvent.click(image);
  await expect.poll(() => onTap.mock.calls).toEqual([[0]]);
  expect(onDoubleTap).not.toHaveBeenCalled();
});

test('a video that failed says why to its author, and to others that it failed', async () => {
  const failed = { ...samplePicture(), kind: 'video' as const, status: 'failed' as const, widths: [] };
  const said = async (picture: typeof failed & { failure?: { code: string; details?: string } }) => {
    const post = samplePost({ images: [picture] });
    const { screen } = await renderOnPage(<PostPicture post={post} onDoubleTap={vi.fn()} />);
    return screen.getByRole('paragraph');
  };
  await expect
    .element(await said({ ...failed, failure: { code: 'video-too-long' } }))
    .toMatchTextContent(/^The video is longer than videos may be/);
  await expect
    .element(await said({ ...failed, failure: { code: 'unsupported-video', details: 'hevc' } }))
    .toMatchTextContent(/MP4 with H\.264/);
  await expect.element(await said(failed)).toMatchTextContent(/^The video could not be prepared$/);
});
