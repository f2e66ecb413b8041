import { look } from '@kith/contracts/visibleText';
import { expiryOf } from '../../lib/expiry.ts';
import type { PollDraft, WrittenPoll } from '../../lib/outbox/payloads.ts';

export const emptyPoll: PollDraft = { options: ['', ''], multiple: false, named: false, closes: 'never' };

const textsOf = ({ options }: PollDraft): string[] => options.map((text) => text.trim()).filter(Boolean);

/** Returns what is wrong with a poll: too few options, or two that are the same. */
export function pollProblem(draft: PollDraft): 'tooFew' | 'same' | undefined {
  const texts = textsOf(draft);
  if (texts.length < 2) return 'tooFew';
  return new Set(texts.map(look)).size < texts.length ? 'same' : undefined;
}

/** Returns a poll as the outbox has it, whose id is 0 until it is sent. */
export function writtenPoll(draft: PollDraft): WrittenPoll {
  const { multiple, named, closes } = draft;
  const options = textsOf(draft);
  const { expiresAt: closesAt, expiresInSeconds: closesInSeconds } = expiryOf(closes);
  return {
    input: { options, multiple, named, closesAt, closesInSeconds },
    view: {
      ...{ id: 0, multiple, named, closesAt: null, closed: false, voters: 0 },
      options: options.map((text, index) => ({ id: index, text, votes: null, mine: false })),
    },
  };
}
