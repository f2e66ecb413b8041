import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { inputsOf } from '../../testing/answers.ts';
import { choose, textFile } from '../../testing/files.ts';
import { videoFile } from '../../testing/media.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { page, samplePost } from '../../testing/samples.ts';
import { useOutbox } from '../shell/background.ts';
import ComposerDialog from './ComposerDialog.tsx';
import type { WorkerAnswer } from './video/edits.ts';

/** Takes the place of the worker that converts videos: it answers when the test says so. */
class HeldWorker {
  static started: { size: number; edits: object }[] = [];
  static last: HeldWorker | undefined;
  onmessage: (message: { data: WorkerAnswer }) => void = () => undefined;
  terminate = () => undefined;
  postMessage({ file, edits }: { file: Blob; edits: object }) {
    HeldWorker.last = this;
    HeldWorker.started.push({ size: file.size, edits });
  }
}

/** A worker whose script cannot be loaded. */
class LostWorker extends HeldWorker {
  onerror: (event: Event) => void = () => undefined;
  override postMessage() {
    queueMicrotask(() => this.onerror(new Event('error')));
  }
}

/** The composer, and the outbox that sends what it publishes. */
function Composer() {
  useOutbox();
  return <ComposerDialog />;
}

async function compose() {
  vi.stubGlobal('Worker', HeldWorker);
  onTestFinished(() => void vi.unstubAllGlobals());
  HeldWorker.started = [];
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
    expect
      .poll(() => HeldWorker.started.at(-1)?.edits)
      .toEqual({ start: 0, end: null, quarterTurns: 0, muted: false, ...edits });
  const answer = async (data: WorkerAnswer) => {
    await expect.poll(() => HeldWorker.started.length).toBe(1);
    HeldWorker.last?.onmessage({ data });
  };
  return { screen, button, isClosed, startedWith, answer };
}

const converted = (file: Blob) => ({ file, durationMs: 1_000, start: 0, width: 60, height: 40 });

test.each<[string, object, RegExp | null]>([
  ['is sent once it is', {}, null],
  ['is not sent if it cannot be used', { code: 'unsupported-video' }, /^lake\.webm: This video cannot be used/],
  ['is not sent if it was cut', { cutTo: 180 }, /^lake\.webm: At most 3:00 are sent\. Choose which part\.$/],
])('a post that waits for its video %s, whatever was refused before', async (_outcome, result, notice) => {
  const { screen, answer, button, isClosed } = await compose();
  await screen.getByRole('textbox', { name: "What's on your mind?" }).fill('Still frozen');
  const file = await videoFile('lake.webm', 1);
  await choose(textFile('notes.pdf', 'application/pdf'), file);
  await expect.element(screen.getByText(/^notes\.pdf: This file is not a picture/)).toBeVisible();
  await button('Post').click();
  await expect.element(button('Post')).toHaveAttribute('aria-disabled', 'true');
  await answer({ ...converted(file), ...result });
  if (notice) {
    await expect.element(screen.getByText(notice)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: /^Post/ })).not.toHaveAttribute('aria-disabled');
    expect(inputsOf('posts.create')).toEqual([]);
  } else {
    await isClosed();
    await expect.poll(() => inputsOf('posts.create')).toMatchObject([{ pictures: 1 }]);
  }
});

test('a video that is chosen without a connection is kept, and prepared and sent once there is one', async () => {
  const { screen, answer, button, isClosed } = await compose();
  await screen.getByRole('textbox', { name: "What's on your mind?" }).fill('From the boat');
  vi.stubGlobal('Worker', LostWorker);
  vi.stubGlobal('fetch', async () => new Response());
  dispatchEvent(new Event('offline'));
  const file = await videoFile('lake.webm', 1);
  await choose(file);
  const notice = screen.getByText('lake.webm: The server cannot be reached. Check your connection.');
  await expect.element(notice).toBeVisible();
  await expect.element(button('Cut or describe lake.webm')).toBeVisible();
  await button('Post').click();
  vi.stubGlobal('Worker', HeldWorker);
  dispatchEvent(new Event('online'));
  await answer(converted(file));
  await isClosed();
  await expect.poll(() => inputsOf('posts.create')).toMatchObject([{ pictures: 1 }]);
});

test('the edits of a video survive a page that is closed while it is prepared', async () => {
  const first = await compose();
  const file = await videoFile('lake.webm', 1);
  await choose(file);
  await first.answer(converted(await videoFile('converted.webm', 2)));
  await expect.element(first.screen.getByRole('img', { name: 'Preview of lake.webm' })).toBeVisible();
  await first.button('Cut or describe lake.webm').click();
  await first.button('Rotate').click();
  await first.button('With sound').click();
  await first.button('Done').click();
  await first.startedWith({ quarterTurns: 1, muted: true });
  await userEvent.keyboard('{Escape}');
  await first.isClosed();

  const second = await compose();
  await second.startedWith({ quarterTurns: 1, muted: true });
  expect(HeldWorker.started.at(-1)?.size).toBe(file.size);
});
