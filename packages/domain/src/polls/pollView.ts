import type { PollView } from '@kith/contracts';
import type { PollJson } from '@kith/db';

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
