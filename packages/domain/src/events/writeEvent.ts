import type { EventInput } from '@kith/contracts';
import { Event, type Transaction } from '@kith/db';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';

const day = 86_400_000;

/** How far ahead an event may begin, and how long it may last, in milliseconds. */
const furthest = 5 * 366 * day;
const longest = 100 * day;

/** Tolerance in milliseconds: a member may keep the form open for a while after choosing the time. */
const clockTolerance = 3_600_000;

/**
 * Throws `invalid-event` unless the event begins from now to five years ahead, and ends after that, at most a hundred days later.
 * `was` is when an existing event begins: it may keep that time.
 */
export function checkEventTimes(
  ctx: Context,
  { startsAt, endsAt }: Pick<EventInput, 'startsAt' | 'endsAt'>,
  was?: string,
): void {
  const start = Date.parse(startsAt);
  const ahead = start - ctx.clock.now().getTime();
  const kept = was !== undefined && Date.parse(was) === start;
  if (!kept && (ahead < -clockTolerance || ahead > furthest)) throw new Refusal('invalid-event');
  const length = endsAt == null ? null : Date.parse(endsAt) - start;
  if (length !== null && (length <= 0 || length > longest)) throw new Refusal('invalid-event');
}

/** Gives a new post its date and place, in the transaction that writes the post. */
export async function createEvent(tx: Transaction, postId: number, input: EventInput): Promise<void> {
  const { startsAt, endsAt = null, timeZone, place } = input;
  await tx.em().insert(Event, { post: postId, startsAt, endsAt, timeZone, place: place || null });
}
