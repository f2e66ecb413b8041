import { useEffect, useRef } from 'react';
import { type Failure, failureOf } from '../../../lib/failure.ts';
import { type ChosenOriginal, endPreparation, prepareChosen } from './preparations.ts';
import type { PreparedVideo } from './prepare.ts';

interface Options {
  onPrepared: (id: string, prepared: PreparedVideo) => void;
  onFailure: (id: string, failure: Failure) => void;
}

/**
 * Prepares chosen videos for sending, one after the other, in the background. Closing the form ends this, unless `handOver` was called:
 * the outbox then goes on.
 */
export function useVideos({ onPrepared, onFailure }: Options) {
  const own = useRef(new Set<string>());
  const isOpen = useRef(true);
  useEffect(() => {
    const { current } = own;
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      for (const id of current) endPreparation(id);
      current.clear();
    };
  }, []);

  /** Ends a preparation. Returns false if it is the outbox's by now. */
  const end = (id: string): boolean => {
    const isOwn = own.current.delete(id);
    if (isOwn) endPreparation(id);
    return isOwn;
  };
  const prepare = async (chosen: ChosenOriginal) => {
    const { id } = chosen;
    endPreparation(id);
    if (!isOpen.current) return;
    own.current.add(id);
    try {
      const prepared = await prepareChosen(chosen);
      if (end(id)) onPrepared(id, prepared);
    } catch (error) {
      if ((error as Error).name !== 'AbortError' && end(id)) onFailure(id, failureOf(error));
    }
  };
  const handOver = () => own.current.clear();
  return { prepare, cancel: end, handOver };
}
