import type { VideoEdits } from '../../../lib/outbox/pictures.ts';

export const noEdits: VideoEdits = { start: 0, end: null, quarterTurns: 0, muted: false, posterAt: null };

/** The longest side of a prepared video, in pixels. */
export const longestSide = 1280;

/** What the worker is asked for. */
export interface Preparation {
  file: Blob;
  edits: Omit<VideoEdits, 'posterAt'>;
  maxSeconds: number;
  /** Whether frames are only copied, because the browser's encoder did not answer. */
  copies?: boolean;
}

/** A video as it is sent, and the size of its poster in pixels. */
export interface Converted {
  file: Blob;
  durationMs: number;
  /** Where the file begins in the chosen one, in seconds: a copied part begins at a key frame. */
  start: number;
  width: number;
  height: number;
  /** Set if only so many seconds are sent, because the chosen part was longer than the server takes. */
  cutTo?: number | undefined;
}

/** What the worker answers: its progress, then the file or an error code. */
export type WorkerAnswer = { progress: number } | Converted | { code: string };
