import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { shortCount } from '../../i18n/dates.ts';
import { deliver } from '../../lib/outbox/store.ts';
import { useToggleMutationQueue } from '../../lib/toggleQueue.ts';
import type { EventAnswer, EventView } from '../../lib/types.ts';
import { vibrate } from '../../lib/vibrate.ts';
import { cx } from '../../ui/cx.ts';
import { toast } from '../../ui/toast.tsx';
import { answerFailed, answerKey, sendAnswer, showAnswer } from './answerCache.ts';

const answers = ['yes', 'maybe', 'no'] as const satisfies EventAnswer[];

/** Returns a function that answers an event. The answer is shown at once; only the last of several is sent. */
function useAnswer(postId: number, mine: EventAnswer | null) {
  const client = useQueryClient();
  return useToggleMutationQueue<EventAnswer | null>({
    key: answerKey(postId),
    value: mine,
    send: async (wanted) => {
      const payload = { postId, answer: wanted };
      let sent: EventAnswer | null = wanted;
      await deliver('answer', answerKey(postId), payload, async () => {
        sent = await sendAnswer(client, payload);
      });
      return sent;
    },
    onRequest: (wanted) => showAnswer(client, postId, wanted),
    onSettled: (confirmed, error) => {
      showAnswer(client, postId, confirmed);
      if (error) toast(answerFailed(error), { variant: 'bad' });
    },
  });
}

/** Yes, maybe and no, with how many have answered so. A press on the viewer's own answer withdraws it. */
export function Answers({ postId, event }: { postId: number; event: EventView }) {
  const { t } = useTranslation();
  const answer = useAnswer(postId, event.mine);
  return (
    <div role="group" aria-label={t('events.question')} className="flex gap-1.5">
      {answers.map((each) => {
        const chosen = event.mine === each;
        return (
          <button
            key={each}
            type="button"
            aria-pressed={chosen}
            disabled={postId < 0}
            onClick={() => {
              if (!chosen) vibrate();
              answer(chosen ? null : each);
            }}
            className={cx(
              'min-h-11 min-w-0 flex-1 truncate rounded-full px-1 text-13 font-semibold @xs:px-2 @xs:text-15 transition-colors',
              chosen ? 'bg-inverse text-inverse-ink' : 'bg-sunken text-ink hover:bg-line',
            )}
          >
            {t(`events.${each}`)} <span className="font-normal tabular-nums">{shortCount(event.answers[each])}</span>
          </button>
        );
      })}
    </div>
  );
}
