import { takeSound, wasInterrupted } from '../../lib/sound.ts';
import { createStore } from '../../lib/store.ts';

/** A voice message that can be played. `key` is the key of its message. */
export interface Track {
  key: string;
  url: string;
  durationMs: number;
}

interface Playing {
  track: Track | null;
  paused: boolean;
  positionMs: number;
}

const rates: readonly number[] = [1, 1.5, 2];

const silent: Playing = { track: null, paused: true, positionMs: 0 };

/** What plays on this page. It is independent of the bubbles, which are removed when they are scrolled far away. */
export const playing = createStore<Playing>(silent);

/** The speed at which voice messages are played, until the page is closed. */
export const rate = createStore<number>(1);

let audio: HTMLAudioElement | undefined;
let following: () => Track[] = () => [];
let started: (key: string) => void = () => undefined;

const change = (part: Partial<Playing>) => playing.set({ ...playing.get(), ...part });

function player(): HTMLAudioElement {
  if (audio) return audio;
  const made = new Audio();
  made.ontimeupdate = () => change({ positionMs: made.currentTime * 1_000 });
  made.onplay = () => {
    takeSound(made);
    change({ paused: false });
    started(playing.get().track?.key ?? '');
  };
  made.onpause = () => change({ paused: true });
  made.onended = () => {
    const tracks = following();
    const next = tracks[tracks.findIndex(({ key }) => key === playing.get().track?.key) + 1];
    if (next && tracks.length > 0)
      play(next, following, started).catch((error: unknown) => {
        // It was paused, or another one was played, before it could start. Any other cannot be played, as when it was deleted.
        if (!wasInterrupted(error)) stopPlaying();
      });
    else change({ paused: true, positionMs: 0 });
  };
  audio = made;
  return made;
}

/**
 * Plays a voice message, from where it was paused if it was the last one. `all` returns the voice messages of the chat, oldest
 * first: the one after this is played next. `onStart` is called with the key of each that begins. Rejects if the browser cannot
 * play the file.
 */
export async function play(track: Track, all: () => Track[], onStart: (key: string) => void): Promise<void> {
  const sound = player();
  following = all;
  started = onStart;
  if (playing.get().track?.key !== track.key) {
    sound.src = track.url;
    playing.set({ track, paused: true, positionMs: 0 });
  }
  sound.defaultPlaybackRate = rate.get();
  sound.playbackRate = rate.get();
  await sound.play();
}

export const pause = (): void => audio?.pause();

/** Moves to a position of the voice message that plays or is paused. */
export function seek(positionMs: number): void {
  if (!audio) return;
  audio.currentTime = positionMs / 1_000;
  change({ positionMs });
}

export function nextRate(): void {
  rate.set(rates[(rates.indexOf(rate.get()) + 1) % rates.length] ?? 1);
  if (audio) audio.playbackRate = rate.get();
}

/** Ends playing, for example when the member leaves Messages. */
export function stopPlaying(): void {
  audio?.pause();
  following = () => [];
  playing.set(silent);
}
