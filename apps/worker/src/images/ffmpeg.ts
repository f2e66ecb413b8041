import { spawn } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { maxVideoSide } from '@kith/domain/images';
import { residentBytes } from './processUse.ts';

/** Converts videos with an installed ffmpeg. Its decoders read bytes of members, which is the operator's choice. */
export interface Ffmpeg {
  /** Writes the video at `from` to `to` as an MP4 that every browser plays; false if ffmpeg cannot. */
  transcode(from: string, to: string, limits: { maxSeconds: number; maxBytes: number }): Promise<boolean>;
  /** Writes the first frame of the video at `from` to `to` as a PNG; false if ffmpeg cannot. */
  frame(from: string, to: string): Promise<boolean>;
}

/** How long ffmpeg may take, in milliseconds: a core of a small machine converts three minutes of 1080p in some ten. */
const transcodeMs = 30 * 60_000;
const frameMs = 20_000;

/** The memory limit of ffmpeg in bytes, where the system reports memory use. A video of 4K takes some 600 MB. */
const maxMemory = 1_200_000_000;
const checkMs = 250;

const side = 1280;
/** Fits a video into a square, never enlarged, with even sides, as H.264 needs them. */
const fitting = `scale=w='min(${side},iw)':h='min(${side},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`;

/** Input options: no playlists, no other files, and only the two containers that are taken. */
async function inputOf(path: string): Promise<string[]> {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0).finally(() => file.close());
  const format = buffer.readUInt32BE(0) === 0x1a45dfa3 ? 'matroska' : 'mov';
  return ['-protocol_whitelist', 'file', '-f', format, '-i', `file:${path}`];
}

export function createFfmpeg(command: string): Ffmpeg {
  async function run(to: string, timeout: number, parameters: string[]): Promise<boolean> {
    await rm(to, { force: true });
    const quiet = ['-nostdin', '-v', 'error', '-y', '-threads', '1', '-filter_threads', '1'];
    // The environment of this process holds secrets.
    const child = spawn(command, [...quiet, ...parameters, `file:${to}`], {
      env: {},
      stdio: 'ignore',
      timeout,
      killSignal: 'SIGKILL',
    });
    const { promise, resolve } = Promise.withResolvers<boolean>();
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
    if (child.pid !== undefined) lowerPriority(child.pid);
    const watch = setInterval(() => {
      if ((residentBytes(child) ?? 0) > maxMemory) child.kill('SIGKILL');
    }, checkMs);
    return promise.finally(() => clearInterval(watch));
  }

  return {
    async transcode(from, to, { maxSeconds, maxBytes }) {
      const tracks = ['-map', '0:v:0', '-map', '0:a:0?', '-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn'];
      const video = [
        '-vf',
        fitting,
        '-c:v',
        'libx264',
        '-preset',
        'veryfast',
        '-crf',
        '25',
        '-pix_fmt',
        'yuv420p',
        '-threads',
        '1',
      ];
      const sound = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2'];
      const limits = ['-t', String(maxSeconds + 1), '-fs', String(maxBytes)];
      return run(to, transcodeMs, [...(await inputOf(from)), ...tracks, ...video, ...sound, ...limits, '-f', 'mp4']);
    },

    async frame(from, to) {
      const size = `scale=w='min(${maxVideoSide},iw)':h=-2`;
      return run(to, frameMs, [
        ...(await inputOf(from)),
        '-map',
        '0:v:0',
        '-frames:v',
        '1',
        '-vf',
        size,
        '-c:v',
        'png',
        '-f',
        'image2pipe',
      ]);
    },
  };
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The process has ended, or the system has no priorities.
  }
}
