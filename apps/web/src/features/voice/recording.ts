import { Failure } from '../../lib/failure.ts';

/** The longest voice message, in milliseconds. */
export const maxVoiceMs = 5 * 60_000;

/** How many bars describe a voice message. */
const peakCount = 64;

/** 32 kbit/s are enough for speech in Opus and AAC. */
const bitsPerSecond = 32_000;

/** Chromium and Firefox record WebM, Safari MP4. */
const types = ['audio/webm;codecs=opus', 'audio/mp4;codecs=mp4a.40.2', 'audio/mp4'];

/** Whether this browser can record. It cannot on plain http, which has no access to the microphone. */
export const canRecord = (): boolean =>
  typeof MediaRecorder === 'function' &&
  navigator.mediaDevices !== undefined &&
  types.some((type) => MediaRecorder.isTypeSupported(type));

export interface RecordedVoice {
  file: Blob;
  durationMs: number;
  /** The loudness of equal parts, from 0 to 100. */
  peaks: number[];
}

export interface Recording {
  /** When it began, as `performance.now` counts. */
  startedAt: number;
  /** The loudness at this moment, from 0 to 1. */
  level: () => number;
  stop: () => Promise<RecordedVoice>;
  cancel: () => void;
}

async function openMicrophone(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } });
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new Failure(name === 'NotAllowedError' ? 'microphone-denied' : 'microphone-missing');
  }
}

function closeMicrophone(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Returns a function that measures the loudness of a stream, and one that ends this. */
function measure(stream: MediaStream) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const level = () => {
    analyser.getFloatTimeDomainData(samples);
    return Math.min(1, Math.max(...samples.map(Math.abs)) * 1.5);
  };
  return { level, close: () => void context.close().catch(() => undefined) };
}

/** Reads the length of a sound and its peaks, with the loudest part as 100. */
async function describe(file: Blob): Promise<Omit<RecordedVoice, 'file'>> {
  const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(await file.arrayBuffer());
  const samples = sound.getChannelData(0);
  const loudest = Array.from({ length: peakCount }, (_, index) => {
    const end = Math.floor(((index + 1) * samples.length) / peakCount);
    let highest = 0;
    for (let at = Math.floor((index * samples.length) / peakCount); at < end; at += 1)
      highest = Math.max(highest, Math.abs(samples[at] ?? 0));
    return highest;
  });
  const top = Math.max(...loudest, 0.01);
  return {
    durationMs: Math.round(sound.duration * 1_000),
    peaks: loudest.map((peak) => Math.round((peak / top) * 100)),
  };
}

/** Starts to record. Throws `microphone-denied` or `microphone-missing`; no microphone then stays open. */
export async function startRecording(): Promise<Recording> {
  const stream = await openMicrophone();
  try {
    return record(stream);
  } catch (error) {
    closeMicrophone(stream);
    throw error;
  }
}

function record(stream: MediaStream): Recording {
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type)) ?? '';
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond });
  const parts: Blob[] = [];
  const stopped = Promise.withResolvers<void>();
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.onstop = () => stopped.resolve();
  const { level, close } = measure(stream);
  const end = () => {
    if (recorder.state !== 'inactive') recorder.stop();
    closeMicrophone(stream);
    close();
  };
  recorder.start();
  const startedAt = performance.now();
  return {
    startedAt,
    level,
    cancel: end,
    stop: async () => {
      const recordedMs = Math.round(performance.now() - startedAt);
      end();
      await stopped.promise;
      const file = new Blob(parts, { type: mimeType.split(';')[0] ?? '' });
      // A browser may record what it cannot decode here. The message is then sent without a picture of its loudness.
      return { file, ...(await describe(file).catch(() => ({ durationMs: recordedMs, peaks: [] }))) };
    },
  };
}
