import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Failure } from '../../lib/failure.ts';
import { inputsOf } from '../../testing/answers.ts';
import { choose, pictureFile, textFile } from '../../testing/files.ts';
import { videoFile } from '../../testing/media.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { page, samplePost } from '../../testing/samples.ts';
import { useOutbox } from '../shell/background.ts';
import ComposerDialog from './ComposerDialog.tsx';
import { noEdits } from './video/edits.ts';
import { type PreparedVideo, prepareVideo } from './video/prepare.ts';

// Preparing ends when the test says so.
vi.mock('./video/prepare.ts', () => ({ prepareVideo: vi.fn() }));

const prepared = async (file: Blob): Promise<PreparedVideo> => {
  return { file, poster: await pictureFile('poster.png'), durationMs: 1_000, width: 60, height: 40 };
};

/** The composer, and the outbox that sends what it publishes. */
function Composer() {
  useOutbox();
  return <ComposerDialog />;
}

async function compose() {
  const preparing = Promise.withResolvers<PreparedVideo>();
  vi.mocked(prepareVideo).mockReset().mockReturnValue(preparing.promise);
  const { screen, router } = await renderOnPage(<Composer />, {
    answers: {
      'posts.create': () => samplePost(),
      'search.people': () => page(),
      'server.get': () => ({ maxVideoSeconds: 180 }),
    },
    at: '/home?popup=compose',
  });
  const button = (name: string) => screen.getByRole('button', { name, exact: true });
  const isClosed = () => expect.poll(() => router.state.location.search).toEqual({});
  const startedWith = async (edits: object) =>
    expect.poll(() => vi.mocked(prepareVideo).mock.lastCall?.[1]).toEqual({ ...noEdits, ...edits });
  return { screen, preparing, button, isClosed, startedWith };
}

test.each<[string, object | Failure, RegExp | null]>([
  ['is sent once it is', {}, null],
  ['is not sent if it cannot be used', new Failure('unsupported-video'), /^lake\.webm: This video cannot be used/],
  ['is not sent if it was cut', { cutTo: 180 }, /^lake\.webm: At most 3:00 are sent\. Choose which part\.$/],
])('a post that waits for its video %s, whatever was refused before', async (_outcome, result, notice) => {
  const { screen, preparing, button, isClosed } = await compose();
  await screen.getByRole('textbox', { name: "What's on your mind?" }).fill('Still frozen');
  const file = await videoFile('lake.webm', 1);
  await choose(textFile('notes.pdf', 'application/pdf'), file);
  await expect.element(screen.getByText(/^notes\.pdf: This file is not a picture/)).toBeVisible();
  await button('Post').click();
  await expect.element(button('Post')).toHaveAttribute('aria-disabled', 'true');
  if (result instanceof Failure) preparing.reject(result);
  else preparing.resolve({ ...(await prepared(file)), ...result });
  if (notice) {
    await expect.element(screen.getByText(notice)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: /^Post/ })).not.toHaveAttribute('aria-disabled');
    expect(inputsOf('posts.create')).toEqual([]);
  } else {
    await isClosed();
    await expect.poll(() => inputsOf('posts.create')).toMatchObject([{ pictures: 1 }]);
  }
});

test('the edits of a video survive a page that is closed while it is prepared', async () => {
  const first = await compose();
  const file = await videoFile('lake.webm', 1);
  await choose(file);
  first.preparing.resolve(await prepared(new Blob(['prepared'], { type: 'video/webm' })));
  await expect.element(first.screen.getByRole('img', { name: 'Preview of lake.webm' })).toBeVisible();
  await first.button('Cut or describe lake.webm').click();
  await first.button('Rotate').click();
  await first.button('With sound').click();
  vi.mocked(prepareVideo).mockReturnValue(new Promise(() => undefined));
  await first.button('Done').click();
  await first.startedWith({ quarterTurns: 1, muted: true });
  await userEvent.keyboard('{Escape}');
  await first.isClosed();

  const second = await compose();
  await second.startedWith({ quarterTurns: 1, muted: true });
  expect(vi.mocked(prepareVideo).mock.lastCall?.[0].size).toBe(file.size);
});

test('a poster that lies outside of the chosen part is not taken', async () => {
  const { screen, button, startedWith } = await compose();
  await choose(await videoFile('lake.webm', 2));
  await button('Cut or describe lake.webm').click();
  await screen.getByRole('radio', { name: 'Picture at 0:02' }).last().click();
  (screen.getByRole('slider', { name: 'End' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft>10/}');
  await button('Done').click();
  await startedWith({ end: expect.closeTo(1, 0) });
});
