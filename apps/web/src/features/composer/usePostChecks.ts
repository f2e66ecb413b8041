import { visibleText } from '@kith/contracts/visibleText';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventDraft } from '../../lib/outbox/payloads.ts';
import type { PostView } from '../../lib/types.ts';
import { problemOf } from '../events/eventDraft.ts';
import type { PostDraft } from './postDraft.ts';

/**
 * Checks the text of a post, and its event, which for a `published` post may already have begun. Returns the function that checks
 * them, and the properties of their fields, which show what is wrong until the member changes it.
 */
export function usePostChecks(draft: PostDraft, setDraft: (draft: PostDraft) => void, published?: PostView) {
  const { t } = useTranslation();
  const [missing, setMissing] = useState(false);
  const [problem, setProblem] = useState<ReturnType<typeof problemOf>>(null);
  return {
    /** Returns whether nothing is wrong. */
    check: (): boolean => {
      const found = draft.event ? problemOf(draft.event, published?.event) : null;
      const isMissing = !visibleText(draft.text);
      setProblem(found);
      if (isMissing) setMissing(true);
      return !found && !isMissing;
    },
    text: {
      value: draft.text,
      error: missing ? t('errors.caption-required') : undefined,
      onChange: (text: string) => {
        setMissing(false);
        setDraft({ ...draft, text });
      },
    },
    event: {
      problem,
      onChange: (event: EventDraft) => {
        setProblem(null);
        setDraft({ ...draft, event });
      },
    },
  };
}
