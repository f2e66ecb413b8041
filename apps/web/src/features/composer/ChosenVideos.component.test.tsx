import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { discard, waiting } from '../../lib/outbox/store.ts';
import { inputsOf } from '../../testing/answers.ts';
import { choose, textFile } from '../../testing/files.ts';
import { videoFile } from '../../testing/media.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { page, samplePost } from '../../testing/samples.ts';
import { useOutbox } from '../shell/background.ts';
import ComposerDialog from './ComposerDialog.tsx';
import { clearLocalPictures } from './localPictures.ts';
import SendState from './SendState.tsx';
import { noEdits, type WorkerAnswer } from './video/edits.ts';
import { endPreparation, prepareChosen } from './video/preparations.ts';
import { withdrawPost } from './waitingPost.ts';

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
  onTestFinished(() => {
    vi.unstubAllGlobals();
    for (const { id } of waiting()) discard(id);
    clearLocalPictures();
  });
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

/** Writes a post with a video and a file that is refused, and posts it while the video is prepared. */
async function postVideo() {
  const composer = await compose();
  await composer.screen.getByRole('textbox', { name: "What's on your mind?" }).fill('Still frozen');
  const file = await videoFile('lake.webm', 1);
  await choose(textFile('notes.pdf', 'application/pdf'), file);
  await expect.element(composer.screen.getByText(/^notes\.pdf: This file is not a picture/)).toBeVisible();
  await expect.poll(() => HeldWorker.started.length).toBe(1);
  await composer.button('Post').click();
  await composer.isClosed();
  expect(inputsOf('posts.create')).toEqual([]);
  return { ...composer, file };
}

test('the composer closes at once, and the post is sent once its video is prepared', async () => {
  const { answer, file } = await postVideo();
  await answer(converted(file));
  await expect.poll(() => inputsOf('posts.create')).toMatchObject([{ pictures: 1 }]);
  expect(HeldWorker.started).toHaveLength(1);
});

test.each([
  ['cannot be used', { code: 'unsupported-video' }, 'unsupported-video'],
  ['is longer than videos may be', { cutTo: 180 }, 'video-too-long'],
])('a post whose video %s is not sent, and says so', async (_problem, result, failure) => {
  const { answer, file } = await postVideo();
  await answer({ ...converted(file), ...result });
  await expect.poll(() => waiting()).toMatchObject([{ kind: 'post', failure }]);
  expect(inputsOf('posts.create')).toEqual([]);
});

test('a post that is discarded while its video is prepared ends the preparation', async () => {
  await postVideo();
  const terminate = vi.fn();
  if (HeldWorker.last) HeldWorker.last.terminate = terminate;
  await withdrawPost(waiting()[0]?.id ?? '');
  await expect.poll(() => terminate.mock.calls.length).toBe(1);
  expect([waiting(), inputsOf('posts.create')]).toEqual([[], []]);
});

test('a preparation that ends while the poster is taken has no result, so that no earlier edits are sent', async () => {
  const { answer } = await compose();
  const original = await videoFile('lake.webm', 1);
  const prepared = prepareChosen({ id: 'lake', original, edits: noEdits });
  await answer(converted(original));
  endPreparation('lake');
  await expect(prepared).rejects.toMatchObject({ name: 'AbortError' });
});

test('the reason why a video was refused stays on the card, without an attempt that would repeat it', async () => {
  const draft = { text: 'Still frozen', people: '', location: '', hashtags: '' };
  const payload = { draft, createdAt: '2026-01-01T00:00:00.000Z', pictures: 1, unprepared: true };
  const entry = { id: 'one', kind: 'post' as const, payload, failure: 'video-too-long' };
  const { screen } = await renderOnPage(<SendState entry={entry} />);
  await expect.element(screen.getByText(/longer than videos may be here/)).toBeVisible();
  const names = screen
    .getByRole('button')
    .elements()
    .map((each) => each.textContent);
  expect(names).toEqual(['Edit', 'Discard']);
});

test('a video that is chosen and posted without a connection is prepared and sent once there is one', async () => {
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
  await isClosed();
  vi.stubGlobal('Worker', HeldWorker);
  dispatchEvent(new Event('online'));
  await answer(converted(file));
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
