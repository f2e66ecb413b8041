import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { videoFile } from '../../../testing/media.ts';
import { renderOnPage } from '../../../testing/render.tsx';
import { samplePicture, samplePost } from '../../../testing/samples.ts';
import PictureViewer from '../PictureViewer.tsx';
import { PostPicture } from '../PostPicture.tsx';

afterEach(() => vi.restoreAllMocks());

const sampleVideo = async (imageId: number) => ({
  ...samplePicture(),
  imageId,
  kind: 'video' as const,
  videoUrl: URL.createObjectURL(await videoFile('lake.webm')),
  durationMs: 2_000,
});

/** Shows two posts with a video each, of which both are in view. */
async function show() {
  const onDoubleTap = vi.fn();
  const videos = [await sampleVideo(50), await sampleVideo(51)];
  const { screen } = await renderOnPage(
    <div className="flex w-80 flex-col gap-2">
      {videos.map((video, index) => (
        <PostPicture
          key={video.imageId}
          post={samplePost({ postId: index + 1, images: [video] })}
          onDoubleTap={onDoubleTap}
        />
      ))}
    </div>,
  );
  await expect.poll(() => document.querySelectorAll('video').length).toBe(2);
  return {
    screen,
    onDoubleTap,
    state: () => [...document.querySelectorAll('video')].map(({ paused, muted }) => ({ paused, muted })),
  };
}

const [still, silent, audible] = [
  { paused: true, muted: true },
  { paused: false, muted: true },
  { paused: false, muted: false },
];

test('with reduced motion only the poster is loaded, a tap plays with sound, and only one video plays', async () => {
  const { screen, state } = await show();
  // Browsers load files of this page itself nevertheless, so the test cannot see what is loaded.
  expect([...document.querySelectorAll('video')].map(({ preload }) => preload)).toEqual(['none', 'none']);
  expect(state()).toEqual([still, still]);
  await screen.getByRole('button', { name: 'Play with sound' }).first().click();
  await expect.poll(state).toEqual([audible, still]);
  (screen.getByRole('button', { name: 'Play with sound' }).last().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => state()[1]).toEqual(audible);
  expect(state()[0]?.paused).toBe(true);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => state()[1]?.paused).toBe(true);
});

test('a visible video starts by itself and without sound, unless the reader saves data', async () => {
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    matchMedia(query.includes('reduced') ? 'not all' : query),
  );
  const connection = { saveData: true, effectiveType: '4g' };
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection });
  const saving = await show();
  await expect.element(saving.screen.getByRole('button', { name: 'Play with sound' }).first()).toBeVisible();
  expect(saving.state()).toEqual([still, still]);
  connection.saveData = false;
  const shown = await show();
  await expect.poll(shown.state).toEqual([silent, still]);
  Reflect.deleteProperty(navigator, 'connection');
});

test('the viewer plays a video with the controls of the browser, and stops it when another picture is shown', async () => {
  const pictures = [
    { ...(await sampleVideo(50)), label: 'The lake' },
    { ...samplePicture(), imageId: 52, label: 'The pier' },
  ];
  const { screen } = await renderOnPage(
    <PictureViewer title="Pictures by bob" pictures={pictures} index={0} onClose={() => undefined} />,
  );
  const video = () => document.querySelector('.pswp video') as HTMLVideoElement;
  await expect.poll(() => video()?.controls && !video().paused).toBe(true);
  const first = video();
  await screen.getByRole('button', { name: 'Next picture' }).click();
  await expect.poll(() => first.paused).toBe(true);
});
