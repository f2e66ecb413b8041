import type { PollView } from '@kith/contracts';
import { type MessageRow, type PollJson, PollVote } from '@kith/db';
import type { Context } from '../context.ts';

/** A poll as its viewer sees it. `own`: the viewer is its author, who always sees the numbers. */
export function pollView(
  { id, multiple, named, closes_at, closed, voters, options }: PollJson,
  own: boolean,
): PollView {
  const counted = own || closed || options.some(({ mine }) => mine);
  return {
    ...{ id, multiple, named, closed, voters },
    closesAt: closes_at && new Date(closes_at).toISOString(),
    options: options.map(({ votes, ...option }) => ({ ...option, votes: counted ? votes : null })),
  };
}

/** Reads the votes in the poll of a message that was read for nobody. Returns the poll as it is for one of the readers. */
export async function pollForEach(
  ctx: Context,
  { poll }: MessageRow,
  readers: Iterable<number>,
): Promise<(reader: number) => PollJson | null> {
  if (!poll) return () => null;
  const given = { option: { $in: poll.options.map(({ id }) => id) }, user: { $in: [...readers] } };
  const votes = await ctx.db.em().find(PollVote, given);
  const chosen = new Set(votes.map(({ user, option }) => `${user.id} ${option.id}`));
  return (reader) => ({
    ...poll,
    options: poll.options.map((option) => ({ ...option, mine: chosen.has(`${reader} ${option.id}`) })),
  });
}
