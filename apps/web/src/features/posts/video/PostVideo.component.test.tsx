import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { textFile } from '../../../testing/files.ts';
import { videoFile } from '../../../testing/media.ts';
import { renderOnPage } from '../../../testing/render.tsx';
import { samplePicture, samplePost } from '../../../testing/samples.ts';
import PictureViewer from '../PictureViewer.tsx';
import { PostPicture } from '../PostPicture.tsx';
import { playsByItself } from './playing.ts';

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'connection');
  document.body.removeAttribute('style');
});

/** Sets what the browser tells of the device: without reduced motion, and of its connection what is given. */
function setDevice(connection: object | undefined, touch = false): void {
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    if (query.includes('coarse')) return matchMedia(touch ? 'all' : 'not all');
    return matchMedia(query.includes('reduced') ? 'not all' : query);
  });
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection });
}

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

test('a tap on a video that the browser cannot play says so', async () => {
  const broken = { ...(await sampleVideo(50)), videoUrl: URL.createObjectURL(textFile('lake.mp4', 'video/mp4')) };
  const { screen } = await renderOnPage(
    <PostPicture post={samplePost({ images: [broken] })} onDoubleTap={() => undefined} />,
  );
  await screen.getByRole('button', { name: 'Play with sound' }).click();
  await expect.element(screen.getByText('This browser cannot play the video.')).toBeVisible();
});

test('a visible video starts by itself and without sound, unless the reader saves data', async () => {
  const connection = { saveData: true, effectiveType: '4g' };
  setDevice(connection);
  const saving = await show();
  await expect.element(saving.screen.getByRole('button', { name: 'Play with sound' }).first()).toBeVisible();
  expect(saving.state()).toEqual([still, still]);
  connection.saveData = false;
  const shown = await show();
  await expect.poll(shown.state).toEqual([silent, still]);
  // Less than half of the first is left in view.
  const { top, height } = (document.querySelector('video') as HTMLVideoElement).getBoundingClientRect();
  document.body.style.translate = `0 ${-top - height * 0.6}px`;
  await expect.poll(shown.state).toEqual([still, silent]);
});

test.each([
  ['on Wi-Fi', { type: 'wifi', effectiveType: '4g' }, true, true],
  ['with mobile data', { type: 'cellular', effectiveType: '4g' }, true, false],
  ['on a slow connection', { effectiveType: '3g' }, false, false],
  ['on a touch device that does not tell its connection', undefined, true, false],
  ['on a desktop that does not tell its connection', undefined, false, true],
])('%s, videos play by themselves or not', (_where, connection, touch, plays) => {
  setDevice(connection, touch);
  expect(playsByItself()).toBe(plays);
});

test.each(['dialog', 'viewer'])('a video that plays behind a %s gives way to the one in it', async (what) => {
  setDevice({ effectiveType: '4g' });
  const [below, above] = [await sampleVideo(50), { ...(await sampleVideo(51)), label: 'The lake' }];
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <div className="w-80">
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <div inert={open}>
          <PostPicture post={samplePost({ images: [below] })} onDoubleTap={() => undefined} />
        </div>
        {open && what === 'dialog' && (
          <PostPicture post={samplePost({ postId: 2, images: [above] })} onDoubleTap={() => undefined} />
        )}
        {open && what === 'viewer' && (
          <PictureViewer title="Pictures by bob" pictures={[above]} index={0} onClose={() => undefined} />
        )}
      </div>
    );
  }
  const { screen } = await renderOnPage(<Page />);
  const paused = () => [...document.querySelectorAll('video')].map((video) => video.paused);
  await expect.poll(paused).toEqual([false]);
  await screen.getByRole('button', { name: 'Open' }).click();
  await expect.poll(paused).toEqual([true, false]);
});

test('the arrow keys move within a video of the viewer that has the focus, and otherwise to the next picture', async () => {
  const pictures = [
    { ...(await sampleVideo(50)), label: 'The lake' },
    { ...samplePicture(), imageId: 52, label: 'The pier' },
  ];
  const { screen } = await renderOnPage(
    <PictureViewer title="Pictures by bob" pictures={pictures} index={0} onClose={() => undefined} />,
  );
  const shown = () => document.querySelector('.pswp__counter')?.textContent;
  await expect.poll(() => document.querySelector('.pswp video')).not.toBeNull();
  expect(shown()).toBe('1 / 2');
  document.querySelector<HTMLVideoElement>('.pswp video')?.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(shown()).toBe('1 / 2');
  (screen.getByRole('button', { name: 'Next picture' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(shown()).toBe('2 / 2');
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
