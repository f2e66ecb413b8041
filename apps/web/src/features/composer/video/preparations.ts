import { useSyncExternalStore } from 'react';
import { api } from '../../../lib/api.ts';
import { Failure } from '../../../lib/failure.ts';
import type { VideoEdits } from '../../../lib/outbox/pictures.ts';
import { createStore } from '../../../lib/store.ts';
import type { PreparedVideo } from './prepare.ts';

/** The longest video, in seconds, of a server that cannot be asked. */
const usualMaxSeconds = 180;

let maxSeconds: Promise<number> | undefined;

/** Returns how long a video may be on this server, in seconds. */
export function readMaxSeconds(): Promise<number> {
  maxSeconds ??= api.server.get.query().then(
    (server) => server.maxVideoSeconds,
    () => {
      maxSeconds = undefined;
      return usualMaxSeconds;
    },
  );
  return maxSeconds;
}

/** A chosen video that is prepared under `id`. */
export interface ChosenOriginal {
  id: string;
  original: Blob;
  edits: VideoEdits;
}

/** The finished share, from 0 to 1, of each video that this page prepares, by its id. */
const fractions = createStore<Readonly<Record<string, number>>>({});

export const isPreparing = (id: string): boolean => fractions.get()[id] !== undefined;

/** Returns the finished share of the video that is prepared first among some, by their ids; undefined if none is being prepared. */
export const usePreparedShare = (...ids: string[]): number | undefined =>
  useSyncExternalStore(fractions.watch, () => {
    const shares = ids.flatMap((id) => fractions.get()[id] ?? []);
    return shares.length > 0 ? Math.max(...shares) : undefined;
  });

function forgetFraction(id: string): void {
  const { [id]: _, ...others } = fractions.get();
  fractions.set(others);
}

/** Preparations that run, or whose result is still to be used. */
const preparations = new Map<string, { controller: AbortController; prepared: Promise<PreparedVideo> }>();

/** Forgets the preparation of a video. One that is still running ends with an `AbortError`. */
export function endPreparation(id: string): void {
  preparations.get(id)?.controller.abort();
  preparations.delete(id);
  forgetFraction(id);
}

async function prepareNow({ id, original, edits }: ChosenOriginal, signal: AbortSignal): Promise<PreparedVideo> {
  const report = (fraction: number) => {
    if (!signal.aborted) fractions.set({ ...fractions.get(), [id]: fraction });
  };
  report(0);
  const limit = await readMaxSeconds();
  if (limit === 0) throw new Failure('image-unsupported');
  const { prepareVideo } = await import('./prepare.ts').catch(() => {
    throw new Failure('network');
  });
  const prepared = await prepareVideo(original, edits, limit, report, signal);
  signal.throwIfAborted();
  return prepared;
}

/**
 * Prepares a video for sending, or returns what was prepared under its id until `endPreparation`: the outbox goes on with what the
 * composer has begun. Throws a `Failure`, or an `AbortError`.
 */
export function prepareChosen(chosen: ChosenOriginal): Promise<PreparedVideo> {
  const { id } = chosen;
  const known = preparations.get(id);
  if (known) return known.prepared;
  const controller = new AbortController();
  const { signal } = controller;
  const prepared = prepareNow(chosen, signal).finally(() => {
    if (!signal.aborted) forgetFraction(id);
  });
  preparations.set(id, { controller, prepared });
  return prepared;
}
