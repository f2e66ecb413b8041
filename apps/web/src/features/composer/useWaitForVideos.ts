import { useEffect, useEffectEvent, useState } from 'react';
import { forgetSending, recordSending, wasClosedWhileSending } from './interruptedSending.ts';
import type { useChosenPictures } from './useChosenPictures.ts';

/**
 * Returns whether a form waits for its videos, which are still being prepared, and functions that make it wait and that end this.
 * `submit` is called once they are, unless one of them cannot be used or was cut. A refusal from before the wait does not count. With
 * the name of a draft, the wait of a page that was closed goes on.
 */
export function useWaitForVideos(
  { preparing, refusal, restored }: Pick<ReturnType<typeof useChosenPictures>, 'preparing' | 'refusal' | 'restored'>,
  submit: () => unknown,
  draft?: string,
): { waits: boolean; wait: () => void; stop: () => void } {
  const [waiting, setWaiting] = useState<{ refusal: string | undefined } | null>(null);
  const waits = waiting !== null;
  const wait = () => setWaiting({ refusal });
  const goOn = useEffectEvent(() => {
    setWaiting(null);
    if (!refusal || refusal === waiting?.refusal) void submit();
  });
  useEffect(() => {
    if (waits && preparing === null) goOn();
  }, [waits, preparing]);
  useEffect(() => (waits && draft ? recordSending(draft) : undefined), [waits, draft]);
  const resume = useEffectEvent(async () => {
    if (draft && (await wasClosedWhileSending(draft))) wait();
  });
  useEffect(() => {
    if (restored) void resume();
  }, [restored]);
  const stop = () => {
    if (draft) forgetSending(draft);
    setWaiting(null);
  };
  return { waits, wait, stop };
}
