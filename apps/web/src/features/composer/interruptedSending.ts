import { memberKey } from '../../lib/member.ts';
import { readStoredValue, writeStoredValue } from '../../lib/useStoredValue.ts';

const nameOf = (draft: string): string => `${draft}.sending`;
const lockOf = (draft: string): string => memberKey(nameOf(draft));

export const forgetSending = (draft: string): void => writeStoredValue(nameOf(draft), undefined);

/**
 * Records that a draft is to be sent once its videos are prepared, until the returned function is called. A page that is closed
 * meanwhile leaves the record behind, but not the Web Lock that it holds. In a browser without locks nothing is recorded.
 */
export function recordSending(draft: string): () => void {
  if (!navigator.locks) return () => undefined;
  const { promise, resolve } = Promise.withResolvers<void>();
  writeStoredValue(nameOf(draft), true);
  void navigator.locks.request(lockOf(draft), () => promise);
  return () => {
    forgetSending(draft);
    resolve();
  };
}

/** Returns whether a page was closed after the member had sent a draft, and before its videos were prepared. */
export async function wasClosedWhileSending(draft: string): Promise<boolean> {
  if (!readStoredValue(nameOf(draft), false)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.every(({ name }) => name !== lockOf(draft));
}
