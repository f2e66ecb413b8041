/** What the author of a video has chosen. Times are seconds of the chosen file. */
export interface VideoEdits {
  start: number;
  /** Null for the end of the file. */
  end: number | null;
  quarterTurns: number;
  muted: boolean;
  /** When the poster is taken; null for the first frame that is not black. */
  posterAt: number | null;
}

export const noEdits: VideoEdits = { start: 0, end: null, quarterTurns: 0, muted: false, posterAt: null };

/** The longest side of a prepared video, in pixels. */
export const longestSide = 1280;

/** What the worker is asked for. */
export interface Preparation {
  file: Blob;
  edits: Omit<VideoEdits, 'posterAt'>;
  maxSeconds: number;
}

/** What the worker answers: its progress, then the file or an error code. */
export type WorkerAnswer = { progress: number } | { file: Blob; durationMs: number } | { code: string };
