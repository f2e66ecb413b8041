import { useEffect, useRef, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { Failure, failureOf } from '../../../lib/failure.ts';
import type { VideoEdits } from '../../../lib/outbox/pictures.ts';
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
interface Chosen {
  id: string;
  original: Blob;
  edits: VideoEdits;
}

interface Options {
  onPrepared: (id: string, prepared: PreparedVideo) => void;
  onFailure: (id: string, failure: Failure) => void;
}

/** Prepares chosen videos for sending, one after the other, in the background. Closing the composer ends this. */
export function useVideos({ onPrepared, onFailure }: Options) {
  const running = useRef(new Map<string, AbortController>());
  /** The finished share of each video that is being prepared, from 0 to 1. */
  const [fractions, setFractions] = useState<Readonly<Record<string, number>>>({});
  useEffect(() => {
    const { current } = running;
    return () => {
      for (const controller of current.values()) controller.abort();
    };
  }, []);

  const settle = (id: string) => {
    running.current.delete(id);
    setFractions(({ [id]: _, ...others }) => others);
  };
  const cancel = (id: string) => {
    running.current.get(id)?.abort();
    settle(id);
  };
  const prepare = async ({ id, original, edits }: Chosen) => {
    cancel(id);
    const controller = new AbortController();
    const { signal } = controller;
    running.current.set(id, controller);
    const report = (fraction: number) => {
      if (!signal.aborted) setFractions((before) => ({ ...before, [id]: fraction }));
    };
    report(0);
    try {
      const limit = await readMaxSeconds();
      if (limit === 0) throw new Failure('image-unsupported');
      const { prepareVideo } = await import('./prepare.ts').catch(() => {
        throw new Failure('network');
      });
      const prepared = await prepareVideo(original, edits, limit, report, signal);
      if (signal.aborted) return;
      onPrepared(id, prepared);
      settle(id);
    } catch (error) {
      if (signal.aborted) return;
      settle(id);
      onFailure(id, failureOf(error));
    }
  };
  return { fractions, prepare, cancel };
}
