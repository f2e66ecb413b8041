import { convert, Refused } from './convert.ts';
import type { Preparation, WorkerAnswer } from './edits.ts';

// Converts one video, and is then ended by the page, which also ends it to cancel.

const answer = (message: WorkerAnswer) => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<Preparation>) => {
  convert(data, (progress) => answer({ progress })).then(answer, (error: unknown) =>
    answer({ code: error instanceof Refused ? error.message : 'unsupported-video' }),
  );
});
