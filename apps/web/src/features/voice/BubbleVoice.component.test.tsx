import { afterEach, expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { changeLanguage } from '../../i18n/index.ts';
import { soundFile } from '../../testing/media.ts';
import { renderOnPage } from '../../testing/render.tsx';
import BubbleVoice from './BubbleVoice.tsx';
import { play, playing, rate, stopPlaying, type Track } from './player.ts';

afterEach(stopPlaying);

async function show(mark?: 'new' | 'listened') {
  const started: string[] = [];
  const tracks = await Promise.all(
    ['one', 'two'].map(async (key) => ({ key, url: URL.createObjectURL(await soundFile(1)), durationMs: 1_000 })),
  );
  const { screen } = await renderOnPage(
    <div>
      {tracks.map((track) => (
        <BubbleVoice
          key={track.key}
          {...{ track, mark }}
          peaks={[50, 100]}
          name={track.key}
          all={() => tracks}
          onStart={(key) => started.push(key)}
        />
      ))}
    </div>,
  );
  return { screen, started };
}

test('a voice message plays, then the next by itself, and none is left playing', async () => {
  const { screen, started } = await show();
  const heard = new Set<string | undefined>();
  const off = playing.watch(() => {
    const { track, paused } = playing.get();
    if (!paused) heard.add(track?.key);
  });
  await screen.getByRole('button', { name: 'Play the voice message by one' }).click();
  await expect.poll(() => [...heard]).toEqual(['one', 'two']);
  await expect.poll(() => playing.get()).toMatchObject({ paused: true, positionMs: 0 });
  await expect.element(screen.getByRole('button', { name: 'Play the voice message by two' })).toBeVisible();
  off();
  expect(started).toEqual(['one', 'two']);
});

test('the position is a slider for keys and pointers, and the speed goes round', async () => {
  const { screen } = await show();
  await screen.getByRole('button', { name: 'Play the voice message by two' }).click();
  const slider = screen.getByRole('slider', { name: 'Voice message by two' });
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  await expect.poll(() => slider.element().getAttribute('aria-valuetext')).toMatch(/^0:0[01] of 0:01$/);
  for (const [before, after] of [
    ['1', '1.5'],
    ['1.5', '2'],
    ['2', '1'],
  ] as const) {
    await screen.getByRole('button', { name: `Speed: ${before}×` }).click();
    await expect.element(screen.getByRole('button', { name: `Speed: ${after}×` })).toBeVisible();
  }
});

test('one that was not listened to is marked for its receiver, and one that was for its sender', async () => {
  const { screen } = await show('new');
  await expect.element(screen.getByRole('img', { name: 'New' }).first()).toBeVisible();
  const own = await show('listened');
  await expect.element(own.screen.getByRole('img', { name: 'Listened to' }).first()).toBeVisible();
  expect(own.screen.getByRole('img', { name: 'New' }).query()).toBeNull();
});

test('a next one that cannot be played ends it', async () => {
  const url = URL.createObjectURL(await soundFile(1));
  const tracks = [
    { key: 'one', url, durationMs: 1_000 },
    { key: 'deleted', url: '/deleted', durationMs: 1_000 },
  ];
  const seen = new Set<string | undefined>();
  onTestFinished(playing.watch(() => seen.add(playing.get().track?.key)));
  await play(
    tracks[0] as Track,
    () => tracks,
    () => undefined,
  );
  // "deleted" stands only until the browser refuses it, which can be sooner than a poll looks.
  await expect.poll(() => [...seen]).toEqual(['one', 'deleted', undefined]);
});

test('the speed is written as the language writes numbers', async () => {
  await changeLanguage('pl');
  onTestFinished(() => changeLanguage('en'));
  const { screen } = await show();
  await screen.getByRole('button', { name: /one/ }).click();
  await screen.getByRole('button', { name: 'Szybkość: 1×' }).click();
  await expect.element(screen.getByRole('button', { name: 'Szybkość: 1,5×' })).toBeVisible();
  rate.set(1);
});
