import { useEffect, useEffectEvent, useState } from 'react';
import type { useChosenPictures } from './useChosenPictures.ts';

/**
 * Returns whether a form waits for its videos, which are still being prepared, and a function that makes it wait. `submit` is then
 * called once they are, unless one of them cannot be used or was cut. A refusal from before the wait does not count.
 */
export function useWaitForVideos(
  { preparing, refusal }: Pick<ReturnType<typeof useChosenPictures>, 'preparing' | 'refusal'>,
  submit: () => unknown,
): { waits: boolean; wait: () => void } {
  const [waiting, setWaiting] = useState<{ refusal: string | undefined } | null>(null);
  const waits = waiting !== null;
  const goOn = useEffectEvent(() => {
    setWaiting(null);
    if (!refusal || refusal === waiting?.refusal) void submit();
  });
  useEffect(() => {
    if (waits && preparing === null) goOn();
  }, [waits, preparing]);
  return { waits, wait: () => setWaiting({ refusal }) };
}
