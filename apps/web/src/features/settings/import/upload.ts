import type { Audience } from '@kith/contracts';
import { checkConnection } from '../../../lib/connection.ts';
import { Failure, failureOf } from '../../../lib/failure.ts';
import { createStore } from '../../../lib/store.ts';

/** The upload of an archive. It continues while the popup is closed. */
export interface Upload {
  fileName: string;
  /** The progress from 0 to 1. */
  fraction: number;
  /** Whether the upload waits for a connection. */
  waiting: boolean;
}

/** The size of a chunk, in bytes. After a lost connection, at most one chunk is sent again. Progress is reported per chunk. */
const pieceBytes = 2 * 2 ** 20;
const firstDelayMs = 1_000;
const maxDelayMs = 15_000;

export const currentUpload = createStore<Upload | null>(null);
let stopped = new AbortController();

async function refused(answer: Response): Promise<Failure> {
  const body: { code?: string; message?: string; requestId?: string } = await answer.json().catch(() => ({}));
  return new Failure(body.code ?? 'internal', body.message, [], body.requestId);
}

async function request(method: string, url: string, headers: Record<string, string>, body?: Blob): Promise<Response> {
  try {
    return await fetch(url, { method, headers, signal: stopped.signal, ...(body && { body }) });
  } catch {
    void checkConnection();
    throw new Failure('network');
  }
}

async function openUpload(size: number, audience: Audience | null): Promise<number> {
  const query = audience === null ? '' : `?audience=${audience}`;
  const answer = await request('POST', `/imports${query}`, { 'upload-length': String(size) });
  if (!answer.ok) throw await refused(answer);
  const { data }: { data: { importId: number } } = await answer.json();
  return data.importId;
}

/** Returns the offset of the next chunk, as the server reports it. */
async function offsetOf(importId: number): Promise<number> {
  const answer = await request('HEAD', `/imports/${importId}`, {});
  if (!answer.ok) throw new Failure(answer.status === 404 ? 'not-found' : 'internal');
  return Number(answer.headers.get('upload-offset'));
}

async function sendPiece(importId: number, file: File, from: number): Promise<number> {
  const headers = { 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' };
  const answer = await request('PATCH', `/imports/${importId}`, headers, file.slice(from, from + pieceBytes));
  if (!answer.ok) throw await refused(answer);
  return Number(answer.headers.get('upload-offset'));
}

/** The error codes after which the upload is retried automatically. */
const temporary = new Set([
  'network',
  'internal',
  'busy',
  'database-unavailable',
  'disk-full',
  'rate-limited',
  'import-offset',
  'upload-incomplete',
  'timeout',
]);

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
  try {
    const id = importId ?? (await openUpload(file.size, audience));
    let at: number | null = importId === null ? 0 : null;
    for (let wait = firstDelayMs; at === null || at < file.size; ) {
      if (signal.aborted) return;
      try {
        at = at === null ? await offsetOf(id) : await sendPiece(id, file, at);
        wait = firstDelayMs;
        shown(at / file.size);
      } catch (error) {
        if (signal.aborted) return;
        if (!temporary.has(failureOf(error).code)) throw error;
        shown((at ?? 0) / file.size, true);
        await waitFor(wait);
        wait = Math.min(wait * 2, maxDelayMs);
        at = null;
      }
    }
  } finally {
    currentUpload.set(null);
  }
}

export const stopUpload = (): void => stopped.abort();
