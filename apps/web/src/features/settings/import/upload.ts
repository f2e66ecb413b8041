import type { Audience } from '@kith/contracts';
import { createStore } from '../../../lib/store.ts';
import { openUpload, sendInParts } from '../../../lib/uploadInParts.ts';

/** The upload of an archive. It continues while the popup is closed. */
export interface Upload {
  fileName: string;
  /** The progress from 0 to 1. */
  fraction: number;
  /** Whether the upload waits for a connection. */
  waiting: boolean;
}

const firstDelayMs = 1_000;
const maxDelayMs = 15_000;

export const currentUpload = createStore<Upload | null>(null);
let stopped = new AbortController();

const waitFor = (ms: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    const soon = () => {
      clearTimeout(timer);
      resolve();
    };
    window.addEventListener('online', soon, { once: true });
    stopped.signal.addEventListener('abort', soon, { once: true });
  });

/**
 * Uploads an archive, or resumes the upload of the import `importId`. Retries until the upload is complete, the member cancels
 * it or the server refuses it. If the server refuses it, throws the server's error.
 */
export async function uploadArchive(file: File, audience: Audience | null, importId: number | null): Promise<void> {
  stopped = new AbortController();
  const { signal } = stopped;
  const shown = (fraction: number, waiting = false) => currentUpload.set({ fileName: file.name, fraction, waiting });
  shown(0);
  let sent = 0;
  let wait = firstDelayMs;
  const onProgress = (fraction: number) => {
    // Bytes that are sent once more are no progress, so the delay keeps growing while the server takes none.
    if (fraction > sent) wait = firstDelayMs;
    sent = Math.max(sent, fraction);
    shown(fraction);
  };
  const onBreak = async () => {
    shown(sent, true);
    await waitFor(wait);
    wait = Math.min(wait * 2, maxDelayMs);
  };
  try {
    const path = audience === null ? '/imports' : `/imports?audience=${audience}`;
    const address = importId === null ? await openUpload(path, file.size, signal) : `/imports/${importId}`;
    await sendInParts(file, address, { from: importId === null ? 0 : null, signal, onProgress, onBreak });
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    currentUpload.set(null);
  }
}

export const stopUpload = (): void => stopped.abort();
