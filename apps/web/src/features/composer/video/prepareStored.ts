import { Failure } from '../../../lib/failure.ts';
import type { StoredPicture } from '../../../lib/outbox/pictures.ts';
import { isWaiting } from '../../../lib/outbox/store.ts';
import { endPreparation, prepareChosen } from './preparations.ts';

/** Throws an `AbortError` if an entry has left the outbox, because the member has discarded it. */
export function requireWaiting(outboxId: string): void {
  if (!isWaiting(outboxId)) throw new DOMException('The entry was discarded', 'AbortError');
}

/**
 * Prepares a video that an outbox entry holds as it was chosen, and returns it as it is sent. Throws a `Failure`, or an `AbortError`
 * if the entry was discarded meanwhile.
 */
export async function prepareStored({ edits, ...picture }: StoredPicture, outboxId: string): Promise<StoredPicture> {
  if (!edits) return picture;
  const { id, file: original } = picture;
  const prepared = prepareChosen({ id, original, edits }).finally(() => endPreparation(id));
  const { file, poster, durationMs, width, height, cutTo } = await prepared;
  requireWaiting(outboxId);
  // The author chooses which part is sent.
  if (cutTo) throw new Failure('video-too-long');
  return { ...picture, file, width, height, video: { poster, durationMs } };
}
