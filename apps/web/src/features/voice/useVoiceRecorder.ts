import { type RefObject, useEffect, useRef, useState } from 'react';
import { failureText } from '../../lib/failure.ts';
import { toast } from '../../ui/toast.tsx';
import { stopPlaying } from './player.ts';
import { maxVoiceMs, type RecordedVoice, type Recording, startRecording } from './recording.ts';

/** How often, in milliseconds, the loudness is shown, and how many of the last values. */
const levelMs = 100;
const levelCount = 32;

/** A shorter recording that nobody asked to keep is a slip of the finger. */
const shortestMs = 500;

export type Phase =
  /** `held` while the finger is on the button, which sends the recording when it is lifted. */
  { kind: 'idle' } | { kind: 'recording'; held: boolean } | { kind: 'preview'; voice: RecordedVoice };

const idle: Phase = { kind: 'idle' };

/** Keeps the elapsed time and the last values of the loudness while `recording` is running. */
function useLevels(recording: RefObject<Recording | null>, running: boolean, onTooLong: () => void) {
  const [shown, setShown] = useState({ elapsedMs: 0, levels: [] as number[] });
  const tooLong = useRef(onTooLong);
  useEffect(() => {
    tooLong.current = onTooLong;
  });
  useEffect(() => {
    if (!running) return;
    const startedAt = performance.now();
    setShown({ elapsedMs: 0, levels: [] });
    const timer = setInterval(() => {
      const elapsedMs = performance.now() - startedAt;
      const level = recording.current?.level() ?? 0;
      setShown(({ levels }) => ({ elapsedMs, levels: [...levels, level].slice(-levelCount) }));
      if (elapsedMs >= maxVoiceMs) tooLong.current();
    }, levelMs);
    return () => clearInterval(timer);
  }, [recording, running]);
  return shown;
}

/** Records a voice message: held, or locked until it is stopped, after which it can be listened to before it is sent. */
export function useVoiceRecorder(onSend: (voice: RecordedVoice) => void) {
  const [phase, setPhase] = useState<Phase>(idle);
  const [running, setRunning] = useState(false);
  const recording = useRef<Recording | null>(null);
  /** The attempt that is under way, if any: another one may begin while the browser still asks for the microphone of a cancelled one. */
  const attempt = useRef<{ cancelled: boolean } | null>(null);

  const reset = () => {
    attempt.current = null;
    recording.current = null;
    setRunning(false);
    setPhase(idle);
  };
  const cancel = () => {
    if (attempt.current) attempt.current.cancelled = true;
    recording.current?.cancel();
    stopPlaying();
    reset();
  };
  const begin = async (how: 'held' | 'locked') => {
    if (phase.kind !== 'idle' || attempt.current) return;
    const mine = { cancelled: false };
    attempt.current = mine;
    setPhase({ kind: 'recording', held: how === 'held' });
    stopPlaying();
    try {
      const started = await startRecording();
      // The member has cancelled meanwhile, or closed the chat.
      if (attempt.current !== mine) return started.cancel();
      recording.current = started;
      setRunning(true);
    } catch (error) {
      if (attempt.current === mine) reset();
      toast(failureText(error), { variant: 'bad' });
    }
  };
  /** Goes on without the finger. A recording that has ended meanwhile, at its longest, stays as it is. */
  const lock = () => setPhase((now) => (now.kind === 'recording' ? { kind: 'recording', held: false } : now));
  /** Ends the recording. Returns undefined if the member discards it before it can be played. */
  const finish = async (): Promise<RecordedVoice | null | undefined> => {
    const [finished, mine] = [recording.current, attempt.current];
    recording.current = null;
    setRunning(false);
    const voice = (await finished?.stop()) ?? null;
    if (mine?.cancelled) return;
    attempt.current = null;
    return voice;
  };
  /** Ends the recording, and shows it for listening. */
  const stop = async () => {
    const voice = await finish();
    if (voice !== undefined) setPhase(voice ? { kind: 'preview', voice } : idle);
  };
  /** Ends the recording, and sends it. */
  const release = async () => {
    // The browser is still asking for the microphone, or the recording has ended at its longest.
    if (!recording.current) return lock();
    const isSlip = performance.now() - recording.current.startedAt < shortestMs;
    const voice = await finish();
    if (voice === undefined) return;
    setPhase(idle);
    if (voice && !isSlip) onSend(voice);
  };
  const send = () => {
    if (phase.kind !== 'preview') return;
    stopPlaying();
    reset();
    onSend(phase.voice);
  };

  const levels = useLevels(recording, running, () => void stop());
  useEffect(
    () => () => {
      attempt.current = null;
      recording.current?.cancel();
    },
    [],
  );
  return { phase, ...levels, begin, lock, cancel, stop, release, send };
}
