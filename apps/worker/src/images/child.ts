import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { makeImage } from './makeImage.ts';
import { makeMedia } from './makeMedia.ts';
import { type ImagingAnswer, type ImagingRequest, UnreadableImage } from './protocol.ts';

// The process that decodes uploads. It holds no secret and no connection, and its parent may kill it at any time.
process.on('message', async (request: ImagingRequest) => {
  process.send?.({ started: true } satisfies ImagingAnswer);
  process.send?.(await answer(request));
  // This frees the picture's memory before the next request.
  setImmediate(() => globalThis.gc?.());
});

// If the parent was killed, this process exits at once by SIGKILL, because process.exit would wait for the decoder's threads.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

try {
  // If memory runs out despite the limits, Linux should kill this process and no other.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Other systems have no such file.
}

async function answer(request: ImagingRequest): Promise<ImagingAnswer> {
  try {
    if ('media' in request) return { made: await makeMedia(request) };
    return { made: await makeImage(request.kind, await readFile(request.path)) };
  } catch (error) {
    const unreadable = error instanceof UnreadableImage;
    return { error: String((error as Error).message), unreadable, failure: unreadable ? error.failure : null };
  }
}
