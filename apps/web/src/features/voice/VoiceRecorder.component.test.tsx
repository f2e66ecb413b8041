import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { nextTask } from '../../lib/nextTask.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { devTools } from '../../testing/touch.ts';
import { maxVoiceMs, type RecordedVoice } from './recording.ts';
import VoiceRecorder from './VoiceRecorder.tsx';

async function show() {
  const onSend = vi.fn<(voice: RecordedVoice) => void>();
  const { screen } = await renderOnPage(
    <div className="relative mt-80 flex w-90 justify-end">
      <VoiceRecorder onSend={onSend} />
    </div>,
  );
  const button = screen.getByRole('button', { name: 'Record a voice message' });
  await expect.element(button).toBeVisible();
  return { screen, button, onSend };
}

/** Waits until some tenths of a second are recorded. */
const recorded = (tenths = 8) =>
  expect
    .poll(() => Number(document.querySelector('[data-levels]')?.getAttribute('data-levels') ?? 0))
    .toBeGreaterThanOrEqual(tenths);

async function touch(button: Element) {
  const { left, top, width, height } = button.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const send = (type: string, touchPoints: object[]) =>
    devTools().send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [{ x, y }]);
  return {
    slide: (dx: number, dy: number) => send('touchMove', [{ x: x + dx, y: y + dy }]),
    lift: () => send('touchEnd', []),
  };
}

test('by keyboard, Enter starts and stops, and the recording is heard before it is sent', async () => {
  const { screen, button, onSend } = await show();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await recorded();
  await expect.element(screen.getByRole('timer')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('slider', { name: 'Voice message by You' })).toBeVisible();
  expect(onSend).not.toHaveBeenCalled();
  await screen.getByRole('button', { name: 'Send' }).click();
  const [voice] = onSend.mock.calls[0] as [RecordedVoice];
  expect(voice.file.type).toBe('audio/webm');
  expect(voice.durationMs).toBeGreaterThan(0);
  expect(voice.peaks).toHaveLength(64);
  expect(Math.max(...voice.peaks)).toBe(100);
  await expect.element(button).toBeVisible();
});

test('a held recording is not sent when the finger slides away', async () => {
  const { screen, button, onSend } = await show();
  const first = await touch(button.element());
  await recorded();
  await first.slide(-40, 0);
  await first.slide(-120, 0);
  await first.lift();
  await expect.element(button).toBeVisible();
  await expect.element(screen.getByRole('timer')).not.toBeInTheDocument();
  expect(onSend).not.toHaveBeenCalled();
});

test('a held recording is sent when the finger is lifted', async () => {
  const { button, onSend } = await show();
  const finger = await touch(button.element());
  await recorded();
  await finger.lift();
  await expect.poll(() => onSend.mock.calls.length).toBe(1);
});

test('a finger that slides up locks the recording, which Escape discards', async () => {
  const { screen, button, onSend } = await show();
  const finger = await touch(button.element());
  await recorded(4);
  await finger.slide(0, -80);
  await finger.lift();
  await expect.element(screen.getByRole('button', { name: 'Discard the recording' })).toBeVisible();
  await recorded();
  (screen.getByRole('button', { name: 'Stop recording' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toBeVisible();
  expect(onSend).not.toHaveBeenCalled();
});

test('a member who refuses the microphone is told what to do', async () => {
  const { screen, button } = await show();
  const refusal = new DOMException('no', 'NotAllowedError');
  const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(refusal);
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(screen.getByText(/Kith may not use the microphone/)).toBeVisible();
  await expect.element(button).toBeVisible();
  asked.mockRestore();
});

test('a recording that is cancelled while the browser asks for the microphone leaves no microphone open', async () => {
  const { screen, button } = await show();
  const discard = screen.getByRole('button', { name: 'Discard the recording' });
  const streams: MediaStream[] = [];
  const answers: (() => void)[] = [];
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async (constraints) => {
    await new Promise<void>((answer) => answers.push(answer));
    const stream = await open(constraints);
    streams.push(stream);
    return stream;
  });
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(discard).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(discard).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(discard).toBeVisible();
  for (const answer of answers) answer();
  await recorded(2);
  expect(streams).toHaveLength(2);
  await userEvent.keyboard('{Escape}');
  await expect
    .poll(() => streams.flatMap((stream) => stream.getTracks()).map(({ readyState }) => readyState))
    .toEqual(['ended', 'ended']);
  asked.mockRestore();
});

test('a browser that cannot record after all leaves no microphone open', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  const { screen, button } = await show();
  const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia');
  vi.spyOn(MediaRecorder.prototype, 'start').mockImplementation(() => {
    throw new DOMException('no', 'NotSupportedError');
  });
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(/^Something went wrong/)).toBeVisible();
  await expect.element(button).toBeVisible();
  const stream = await asked.mock.results[0]?.value;
  expect(stream.getTracks().map(({ readyState }: MediaStreamTrack) => readyState)).toEqual(['ended']);
});

test('one that was held to its longest is heard before it is sent, though the finger is lifted', async () => {
  const { screen, button, onSend } = await show();
  const finger = await touch(button.element());
  await recorded(4);
  const before = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => before() + maxVoiceMs);
  const preview = screen.getByRole('slider', { name: 'Voice message by You' });
  await expect.element(preview).toBeVisible();
  vi.restoreAllMocks();
  await finger.lift();
  await expect.element(preview).toBeVisible();
  expect(onSend).not.toHaveBeenCalled();
});

test('one that is discarded while it is read does not come back', async () => {
  const { screen, button, onSend } = await show();
  const reading = Promise.withResolvers<AudioBuffer>();
  const read = vi.spyOn(OfflineAudioContext.prototype, 'decodeAudioData').mockReturnValue(reading.promise);
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await recorded();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => read.mock.calls.length).toBe(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toBeVisible();
  reading.reject(new Error('never mind'));
  await reading.promise.catch(() => undefined);
  await nextTask();
  expect(screen.getByRole('slider').query()).toBeNull();
  expect(onSend).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
