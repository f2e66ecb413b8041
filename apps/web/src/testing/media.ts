import { AudioBufferSource, BufferTarget, CanvasSource, Output, Quality, WebMOutputFormat } from 'mediabunny';

const frameRate = 10;

/**
 * Makes a WebM video of a number of seconds, in which a bar moves over the picture. The first half second is black, and each second
 * begins with a key frame. It can have a tone.
 */
export async function videoFile(name: string, seconds = 2, width = 160, height = 120, sound = false): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new CanvasSource(canvas, { codec: 'vp8', quality: new Quality('low'), keyFrameInterval: 1 });
  output.addVideoTrack(source, { frameRate });
  const tone = new AudioBufferSource({ codec: 'opus', quality: new Quality('low') });
  if (sound) output.addAudioTrack(tone);
  output.setMetadataTags({ title: 'At the lake' });
  await output.start();
  if (sound) await tone.add(toneOf(seconds));
  for (let frame = 0; frame < seconds * frameRate; frame += 1) {
    const black = frame < frameRate / 2;
    context.fillStyle = black ? 'black' : 'white';
    context.fillRect(0, 0, width, height);
    context.fillStyle = black ? 'black' : 'green';
    context.fillRect((frame * width) / (seconds * frameRate), 0, width / 4, height);
    await source.add(frame / frameRate, 1 / frameRate);
  }
  await output.finalize();
  return new File([target.buffer as ArrayBuffer], name, { type: 'video/webm' });
}

/** A tone that is louder in its second half. */
function toneOf(seconds: number): AudioBuffer {
  const rate = 48_000;
  const buffer = new AudioBuffer({ length: seconds * rate, sampleRate: rate });
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1)
    samples[at] = Math.sin((at * 2 * Math.PI * 440) / rate) * (at < samples.length / 2 ? 0.1 : 0.8);
  return buffer;
}

/** Makes a WebM sound of a number of seconds. */
export async function soundFile(seconds: number): Promise<Blob> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new AudioBufferSource({ codec: 'opus', quality: new Quality('low') });
  output.addAudioTrack(source);
  await output.start();
  await source.add(toneOf(seconds));
  await output.finalize();
  return new Blob([target.buffer as ArrayBuffer], { type: 'audio/webm' });
}
