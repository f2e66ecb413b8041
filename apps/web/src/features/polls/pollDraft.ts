import { expiryOf } from '../../lib/expiry.ts';
import type { PollDraft } from '../../lib/outbox/payloads.ts';
import type { Poll } from '../../lib/types.ts';

export const emptyPoll: PollDraft = { options: ['', ''], multiple: false, named: false, closes: 'never' };

const textsOf = ({ options }: PollDraft): string[] => options.map((text) => text.trim()).filter(Boolean);

/** Returns what is wrong with a poll: too few options, or two that are the same. */
export function pollProblem(draft: PollDraft): 'tooFew' | 'same' | undefined {
  const texts = textsOf(draft);
  if (texts.length < 2) return 'tooFew';
  return new Set(texts).size < texts.length ? 'same' : undefined;
}

/** Returns what is sent for a poll. */
export function pollInput(draft: PollDraft | undefined) {
  if (!draft) return undefined;
  const { expiresAt: closesAt, expiresInSeconds: closesInSeconds } = expiryOf(draft.closes);
  return { options: textsOf(draft), multiple: draft.multiple, named: draft.named, closesAt, closesInSeconds };
}

/** Returns a poll as it will be when it is sent. Its id is 0 until then. */
export const unsentPoll = (draft: PollDraft | undefined): Poll | null =>
  draft
    ? {
        ...{ id: 0, multiple: draft.multiple, named: draft.named, closesAt: null, closed: false, voters: 0 },
        options: textsOf(draft).map((text, index) => ({ id: index, text, votes: null, mine: false })),
      }
    : null;
