import {
  ALL_FORMATS,
  BlobSource,
  BufferSource,
  BufferTarget,
  Conversion,
  canEncodeAudio,
  canEncodeVideo,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  Quality,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny';
import { type Converted, longestSide, type Preparation } from './edits.ts';

/** A refusal, with its error code. */
export class Refused extends Error {}

interface Plan {
  container: 'mp4' | 'webm';
  video: VideoCodec;
  audio: 'aac' | 'opus';
  /** Whether the frames are only copied, which needs neither a decoder nor an encoder. */
  copied: boolean;
}

const plans: Plan[] = [
  { container: 'mp4', video: 'avc', audio: 'aac', copied: false },
  { container: 'webm', video: 'vp9', audio: 'opus', copied: false },
  { container: 'webm', video: 'vp8', audio: 'opus', copied: false },
];

const copies: Plan[] = [
  { container: 'mp4', video: 'avc', audio: 'aac', copied: true },
  { container: 'mp4', video: 'av1', audio: 'aac', copied: true },
  { container: 'webm', video: 'vp9', audio: 'opus', copied: true },
  { container: 'webm', video: 'vp8', audio: 'opus', copied: true },
  { container: 'webm', video: 'av1', audio: 'opus', copied: true },
];

/** Returns the size to which a video is scaled, with even sides, as encoders need them. */
function sizeOf(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  const even = (side: number) => Math.max(2, 2 * Math.round((side * scale) / 2));
  return { width: even(width), height: even(height) };
}

interface Job extends Preparation {
  input: Input;
  video: InputVideoTrack;
  audio: InputAudioTrack | null;
  whole: number;
  end: number;
}

/** Returns the plans that this browser can carry out, the best first. */
async function possiblePlans({ video, audio, copies: onlyCopies }: Job): Promise<Plan[]> {
  const found: Plan[] = [];
  if (!onlyCopies && typeof VideoEncoder === 'function' && (await video.canDecode())) {
    for (const plan of plans) {
      const hasAudio = !audio || audio.codec === plan.audio || (await canEncodeAudio(plan.audio).catch(() => false));
      if (hasAudio && (await canEncodeVideo(plan.video).catch(() => false))) found.push(plan);
    }
  }
  return [...found, ...copies.filter((plan) => plan.video === video.codec)];
}

/** The bits per second of the sound, and those of the picture for each pixel: 2.5 Mbit/s at 1280 × 720. */
const soundBits = 96_000;
const bitsPerPixel = 2.7;

/** A file of at most so many bits per second is sent as it is if nothing else is to be changed. */
const lightBits = 4_000_000;

/** More frames in a second are left out. */
const maxFrameRate = 30;

/** Returns the option that leaves out frames, for a video with clearly more of them. */
async function frameRateOf(video: InputVideoTrack): Promise<{ frameRate?: number }> {
  const { averagePacketRate } = await video.computePacketStats(100);
  return averagePacketRate > maxFrameRate * 1.1 ? { frameRate: maxFrameRate } : {};
}

const bitsOf = ({ width, height }: { width: number; height: number }) =>
  new Quality({ bitrate: Math.max(300_000, Math.round(width * height * bitsPerPixel)) });

/** Whether the frames can be copied without a loss: a small file of which the author has changed neither length nor direction. */
const isLight = ({ file, edits, whole, end }: Job): boolean =>
  (file.size * 8) / whole <= lightBits && edits.start === 0 && end === whole && edits.quarterTurns % 4 === 0;

/** Returns where a copied part can begin: at the first key frame from a time on. Undefined if there is none. */
async function copyStart(video: InputVideoTrack, seconds: number): Promise<number | undefined> {
  if (seconds === 0) return 0;
  const sink = new EncodedPacketSink(video);
  const before = await sink.getKeyPacket(seconds);
  if (before?.timestamp === seconds) return seconds;
  return (await (before ? sink.getNextKeyPacket(before) : sink.getFirstKeyPacket()))?.timestamp;
}

/** Sets up one plan. Returns null if the browser cannot carry it out without leaving something out. */
async function setUp(plan: Plan, job: Job) {
  const { input, video, audio, edits, end } = job;
  const start = plan.copied ? await copyStart(video, edits.start) : edits.start;
  if (start === undefined || start >= end) return null;
  const target = new BufferTarget();
  const format = plan.container === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat();
  const [width, height] =
    edits.quarterTurns % 2 ? [video.displayHeight, video.displayWidth] : [video.displayWidth, video.displayHeight];
  const size = sizeOf(width, height);
  const rotate = ((edits.quarterTurns % 4) * 90) as 0 | 90 | 180 | 270;
  const conversion = await Conversion.init({
    input,
    output: new Output({ format, target }),
    tracks: 'primary',
    video: plan.copied
      ? { rotate }
      : {
          ...size,
          fit: 'fill',
          rotate,
          codec: plan.video,
          ...(!isLight(job) && { quality: bitsOf(size), ...(await frameRateOf(video)) }),
          allowTransformationMetadata: false,
        },
    audio:
      !audio || edits.muted
        ? { discard: true }
        : plan.copied || audio.codec === plan.audio
          ? {}
          : { codec: plan.audio, quality: new Quality({ bitrate: soundBits }) },
    trim: { start, end },
    // What the author has cut off is not sent, so a copied part is shortened to whole frames.
    ...(plan.copied && {
      copy: {
        mode: 'forced' as const,
        shiftTolerance: Number.POSITIVE_INFINITY,
        boundaryPolicy: start > 0 ? ('shrink' as const) : ('expand' as const),
      },
    }),
    // Title, place and camera stay on the device.
    tags: {},
    showWarnings: false,
  });
  const wanted = [video, ...(audio && !edits.muted ? [audio] : [])];
  const isComplete = wanted.every((track) => conversion.utilizedTracks.includes(track));
  return conversion.isValid && isComplete ? { conversion, target, start, size, type: `video/${plan.container}` } : null;
}

/**
 * Converts a video to what every browser plays, at most 1280 pixels long: H.264 and AAC where the browser can encode them,
 * otherwise VP9 or VP8 and Opus. A browser that can encode nothing copies the frames if their codec is allowed. Throws `Refused`.
 */
export async function convert(preparation: Preparation, onProgress: (fraction: number) => void): Promise<Converted> {
  const { file, edits, maxSeconds } = preparation;
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file) });
  const readable = await input.canRead().catch(() => false);
  const video = readable ? await input.getPrimaryVideoTrack().catch(() => null) : null;
  if (!video) throw new Refused('unsupported-video');
  const audio = await input.getPrimaryAudioTrack();
  const whole = await input.computeDuration();
  const end = Math.min(edits.end ?? whole, edits.start + maxSeconds, whole);
  const job = { ...preparation, input, video, audio: audio?.codec ? audio : null, whole, end };
  for (const plan of await possiblePlans(job)) {
    const prepared = await setUp(plan, job).catch(() => null);
    if (!prepared) continue;
    const { conversion, target, start, size, type } = prepared;
    conversion.onProgress = onProgress;
    await conversion.execute();
    if (!target.buffer) break;
    const made = new Input({ formats: ALL_FORMATS, source: new BufferSource(target.buffer) });
    const durationMs = Math.round((await made.computeDuration()) * 1_000);
    const cutTo = (edits.end ?? whole) - end >= 1 ? maxSeconds : undefined;
    return { file: new Blob([target.buffer], { type }), durationMs, start, ...size, cutTo };
  }
  throw new Refused('unsupported-video');
}
