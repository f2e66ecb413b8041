import { open } from 'node:fs/promises';
import { maxVideoSide, maxVoiceSeconds } from '@kith/domain/images';
import {
  type AudioCodec,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  type VideoCodec,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { type RewrittenMedia, type Size, UnreadableImage } from './protocol.ts';

/** The codecs that current browsers play, by container. */
const codecs: Record<'mp4' | 'webm', { video: VideoCodec[]; audio: AudioCodec[] }> = {
  mp4: { video: ['avc', 'av1'], audio: ['aac', 'opus'] },
  webm: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
};

/** The codecs of voice messages, which recorders in browsers write. */
const voiceCodecs: AudioCodec[] = ['aac', 'opus'];

/** The maximum packets per second of a track: of 120 frames, and of sound in pieces of 2.5 ms. */
const maxRate = { video: 120, audio: 400 };

/** How far a track may begin before or after the other one, in seconds: an encoder's delay is some hundredths. */
const maxOffset = 2;

/** By how much a recording may exceed its limit, in seconds: recorders stop at the end of a frame. */
const tolerance = 1;

/** How much of a file is kept in memory while it is read, in bytes. */
const maxCacheSize = 8 * 2 ** 20;

export interface MediaLimits {
  media: 'video' | 'voice';
  maxSeconds: number;
}

/**
 * Writes the pictures and the sound of an upload to a new file at `to`, without tags, subtitles, attachments and other tracks, and
 * with the index in front if it is an MP4. Nothing is decoded.
 * @throws UnreadableImage, whose `failure` is the code of the refusal, and the codec that is not taken
 */
export async function rewriteMedia(from: string, to: string, limits: MediaLimits): Promise<RewrittenMedia> {
  await refuseLargeIndex(from, limits.media);
  const source = new FilePathSource(from, { maxCacheSize, handleUnhandledError: () => {} });
  using input = new Input({ source, formats: [MP4, QTFF, WEBM, MATROSKA] });
  try {
    return await rewrite(input, to, limits);
  } catch (error) {
    // The library throws errors of many kinds for broken files, but errors of the system have a code.
    if (error instanceof UnreadableImage || (error as NodeJS.ErrnoException).syscall) throw error;
    throw new UnreadableImage(String((error as Error).message).slice(0, 200), `unsupported-${limits.media}`);
  }
}

/** The maximum size of an MP4's index in bytes, which is read into memory as a whole. That of three minutes has some 200 kB. */
const maxIndexBytes = 16 * 2 ** 20;
const maxBoxes = 10_000;

/** Refuses an MP4 whose index is large, by the headers of its outermost boxes: a size of 32 bits, or of 64 if it is 1, and a name. */
async function refuseLargeIndex(path: string, media: MediaLimits['media']): Promise<void> {
  const file = await open(path);
  try {
    const header = Buffer.alloc(16);
    let at = 0;
    for (let boxes = 0; boxes < maxBoxes; boxes += 1) {
      const { bytesRead } = await file.read(header, 0, header.length, at);
      const [size, type] = [header.readUInt32BE(0), header.toString('latin1', 4, 8)];
      if (boxes === 0 && type !== 'ftyp') return;
      if (type === 'moov' && (size > maxIndexBytes || size < 8))
        throw new UnreadableImage('its index is too large', `unsupported-${media}`);
      const whole = size === 1 ? Number(header.readBigUInt64BE(8)) : size;
      if (bytesRead < header.length || whole < 8) return;
      at += whole;
    }
  } finally {
    await file.close();
  }
}

async function rewrite(input: Input, to: string, { media, maxSeconds }: MediaLimits): Promise<RewrittenMedia> {
  const refuse = (reason: string, codec = ''): never => {
    throw new UnreadableImage(reason, `unsupported-${media}${codec && ` ${codec}`}`);
  };
  const format = await input.getFormat();
  const container = format === MP4 || format === QTFF ? 'mp4' : 'webm';
  const tracks = await input.getTracks();
  const videos = tracks.filter((track) => track.isVideoTrack());
  const sounds = tracks.filter((track) => track.isAudioTrack());
  if (media === 'voice' ? videos.length > 0 || sounds.length !== 1 : videos.length !== 1 || sounds.length > 1)
    refuse(`it has ${videos.length} picture tracks and ${sounds.length} sound tracks`);
  const kept = [...videos, ...sounds];
  const [picture] = videos;
  const measured: Measured[] = [];
  // The length is asked first: a video of another codec or size may be converted, but none is cut.
  for (const track of kept) {
    const found = await measure(track, maxSeconds, () => {
      throw new UnreadableImage('it is too long', `${media}-too-long`);
    });
    if (found) measured.push(found);
    else if (track === picture || media === 'voice') refuse('its track is empty');
  }
  for (const track of kept) {
    const codec = await track.getCodec();
    const { video, audio } = codecs[container];
    const taken: readonly (string | null)[] = media === 'voice' ? voiceCodecs : track.type === 'video' ? video : audio;
    if (!taken.includes(codec)) refuse('its codec is not taken', codec ?? nameOf(await track.getInternalCodecId()));
  }
  const size = picture ? await sizeOf(picture, refuse) : null;
  const start = Math.min(...measured.map(({ first }) => first));
  const end = Math.max(...measured.map((track) => track.end));
  const durationMs = Math.round((end - Math.max(0, start)) * 1_000);
  if (durationMs < 1) refuse('it has no length');
  await copy(container, measured, to);
  return { container, durationMs, size };
}

const nameOf = (id: string | number | Uint8Array | null): string =>
  typeof id === 'string' ? id.replace(/[^\w./-]/g, '').slice(0, 40) || 'unknown' : 'unknown';

async function sizeOf(video: InputVideoTrack, refuse: (reason: string, codec?: string) => never): Promise<Size> {
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()].map(Math.round) as [
    number,
    number,
  ];
  const coded = Math.max(await video.getCodedWidth(), await video.getCodedHeight());
  // A coded picture is filled up to whole blocks, of at most 128 pixels.
  if (!(width >= 1 && height >= 1) || Math.max(width, height) > maxVideoSide || coded > maxVideoSide + 128)
    refuse('its picture is too large', `${width}x${height}`);
  return { width, height };
}

/** A track that is copied, with the number of its packets and, in seconds, when its first one begins and its last one ends. */
interface Measured {
  track: InputVideoTrack | InputAudioTrack;
  packets: number;
  first: number;
  end: number;
}

/** Reads the index of a track, before anything is written. Returns null for a track without packets. */
async function measure(
  track: InputTrack & Measured['track'],
  maxSeconds: number,
  refuseLength: () => never,
): Promise<Measured | null> {
  const limit = maxSeconds + tolerance;
  const maxPackets = limit * maxRate[track.type === 'video' ? 'video' : 'audio'];
  const found: Measured = { track, packets: 0, first: Number.POSITIVE_INFINITY, end: 0 };
  let filled = 0;
  for await (const { timestamp, duration, byteLength } of new EncodedPacketSink(track).packets(undefined, undefined, {
    metadataOnly: true,
    skipLiveWait: true,
  })) {
    found.packets += 1;
    filled += Math.sign(byteLength);
    found.first = Math.min(found.first, timestamp);
    found.end = Math.max(found.end, timestamp + duration);
    if (!(timestamp >= -maxOffset && duration >= 0)) throw new Error('it has a negative time');
    if (!(found.end <= limit)) refuseLength();
    if (found.packets > maxPackets) throw new Error('it has too many packets');
  }
  if (found.packets > 0 && (filled === 0 || found.first > maxOffset)) throw new Error('its track is empty');
  return found.packets > 0 ? found : null;
}

/** Copies the packets of all tracks in the order of their times, so that none waits in memory for another track. */
async function copy(container: 'mp4' | 'webm', tracks: Measured[], to: string): Promise<void> {
  const format = container === 'mp4' ? new Mp4OutputFormat({ fastStart: 'reserve' }) : new WebMOutputFormat();
  const output = new Output({ format, target: new FilePathTarget(to) });
  try {
    const copies = await Promise.all(tracks.map((track) => addTrack(output, track)));
    let left = tracks.reduce((sum, { packets }) => sum + packets, 0);
    await output.start();
    for (;;) {
      const [next] = copies.filter(({ packet }) => packet).sort((a, b) => a.time - b.time);
      if (!next) break;
      await next.write();
      left -= 1;
    }
    // The library ends at the first packet that is not in the file as a whole.
    if (left !== 0) throw new Error('it is cut off');
    await output.finalize();
  } catch (error) {
    // This closes the file.
    await output.cancel().catch(() => {});
    throw error;
  }
}

interface Copy {
  packet: EncodedPacket | null;
  time: number;
  write(): Promise<void>;
}

async function addTrack(output: Output, { track, packets }: Measured): Promise<Copy> {
  const options = { skipLiveWait: true };
  const sink = new EncodedPacketSink(track);
  const bounds = { maximumPacketCount: packets + 1 };
  const add = await (track.isVideoTrack() ? addVideo(output, track, bounds) : addAudio(output, track, bounds));
  const copied: Copy = {
    packet: await sink.getFirstPacket(options),
    time: 0,
    async write() {
      if (!copied.packet) return;
      if (copied.packet.data.length !== copied.packet.byteLength) throw new Error('it is cut off');
      await add(copied.packet);
      copied.packet = await sink.getNextPacket(copied.packet, options);
      // Packets are in the order of decoding, in which the times of pictures go back and forth.
      copied.time = Math.max(copied.time, copied.packet?.timestamp ?? 0);
    },
  };
  return copied;
}

type Bounds = { maximumPacketCount: number };

async function addVideo(output: Output, track: InputVideoTrack, bounds: Bounds) {
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()];
  if (!codec || !decoderConfig) throw new Error('its pictures are not described');
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, { rotation: await track.getRotation(), ...bounds });
  return (packet: EncodedPacket) => source.add(packet, { decoderConfig });
}

async function addAudio(output: Output, track: InputAudioTrack, bounds: Bounds) {
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()];
  if (!codec || !decoderConfig) throw new Error('its sound is not described');
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source, bounds);
  return (packet: EncodedPacket) => source.add(packet, { decoderConfig });
}

/** The limit of a voice message, in seconds. */
export const voiceLimits: MediaLimits = { media: 'voice', maxSeconds: maxVoiceSeconds };
