import type { ImportReason } from '@kith/contracts';

/** Thrown when an archive cannot be imported at all; `why` is the reason that the member is shown. */
export class UnreadableArchive extends Error {
  readonly why: ImportReason;

  constructor(why: ImportReason, cause?: unknown) {
    super(why, { cause });
    this.name = 'UnreadableArchive';
    this.why = why;
  }
}
