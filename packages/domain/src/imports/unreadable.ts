import type { ImportReason } from '@kith/contracts';

/** An archive that cannot be imported at all, with the reason for its member. */
export class UnreadableArchive extends Error {
  readonly why: ImportReason;

  constructor(why: ImportReason, cause?: unknown) {
    super(why, { cause });
    this.name = 'UnreadableArchive';
    this.why = why;
  }
}
