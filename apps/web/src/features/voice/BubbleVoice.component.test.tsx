import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { soundFile } from '../../testing/media.ts';
import { renderOnPage } from '../../testing/render.tsx';
import BubbleVoice from './BubbleVoice.tsx';
import { playing, stopPlaying } from './player.ts';

afterEach(stopPlaying);

async function show() {
  const tracks = await Promise.all(
    ['one', 'two'].map(async (key) => ({ key, url: URL.createObjectURL(await soundFile(1)), durationMs: 1_000 })),
  );
  const { screen } = await renderOnPage(
    <div>
      {tracks.map((track) => (
        <BubbleVoice key={track.key} track={track} peaks={[50, 100]} name={track.key} all={() => tracks} />
      ))}
    </div>,
  );
  return screen;
}

test('a voice message plays, then the next by itself, and none is left playing', async () => {
  const screen = await show();
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
});

test('the position is a slider for keys and pointers, and the speed goes round', async () => {
  const screen = await show();
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
