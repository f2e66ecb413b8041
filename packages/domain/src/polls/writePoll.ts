import type { PollInput } from '@kith/contracts';
import { Message, now, Poll, PollOption, type Transaction } from '@kith/db';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';

/** How far ahead a poll may close, in milliseconds. */
export const longestPoll = 366 * 86_400_000;

/** Throws `invalid-closing` unless a poll closes within a year from now, or never by itself. */
export function checkClosing(ctx: Context, { closesAt }: Pick<PollInput, 'closesAt'>): void {
  if (closesAt == null) return;
  const ahead = Date.parse(closesAt) - ctx.clock.now().getTime();
  if (ahead <= 0 || ahead > longestPoll) throw new Refusal('invalid-closing');
}

/** Gives a new post or message its poll, in the transaction that writes it. */
export async function createPoll(
  tx: Transaction,
  of: { post: number } | { message: number },
  { options, multiple = false, named = false, closesAt = null, closesInSeconds }: PollInput,
): Promise<void> {
  const em = tx.em();
  if ('message' in of) await em.nativeUpdate(Message, { id: of.message }, { poll: true });
  const closing = closesInSeconds === undefined ? closesAt : now(closesInSeconds);
  const poll = await em.insert(Poll, { ...of, multiple, named, closesAt: closing });
  await em.insertMany(
    PollOption,
    options.map((text, position) => ({ poll, position, text })),
  );
}
