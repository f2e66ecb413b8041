import type { PollView } from '@kith/contracts';
import { type MessageRow, type PollJson, pollQueries } from '@kith/db';
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
  { id, poll }: MessageRow,
  readers: Iterable<number>,
): Promise<(reader: number) => PollJson | null> {
  if (!poll) return () => null;
  const votes = await ctx.db.run(pollQueries.inMessage, [id, [...readers]]);
  const chosen = new Map(votes.map((row) => [row.user_id, row.option_ids]));
  return (reader) => {
    const own = chosen.get(reader) ?? [];
    return { ...poll, options: poll.options.map((option) => ({ ...option, mine: own.includes(option.id) })) };
  };
}
