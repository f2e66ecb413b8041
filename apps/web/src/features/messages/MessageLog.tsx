import ArrowDown from 'lucide-react/icons/arrow-down';
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import type { MorePages } from '../../ui/useNearEnd.ts';
import { groupMessages } from './groups.ts';
import { MessageDays } from './MessageDays.tsx';
import { stepBubbles } from './stepBubbles.ts';
import type { ShownMessage } from './types.ts';
import { useNewest } from './useNewest.ts';

interface Props {
  name: string;
  messages: ShownMessage[];
  older: MorePages;
}

/** The messages, oldest first. What is far from sight keeps its place, but is not in the page. */
export function MessageLog({ name, messages, older }: Props) {
  const { t } = useTranslation();
  const { scroller, onScroll, waiting, toEnd } = useNewest(messages);
  const days = useMemo(() => groupMessages(messages), [messages]);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        data-scroller
        onScroll={onScroll}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain"
      >
        <div
          role="log"
          aria-live="off"
          aria-label={t('messages.with', { name })}
          tabIndex={0}
          onKeyDown={stepBubbles}
          className="mx-auto w-full max-w-200 px-3 pt-3 pb-4 -outline-offset-2 rail:px-5"
        >
          <LoadMore key={messages[0]?.key} more={older} />
          <MessageDays name={name} days={days} />
        </div>
      </div>
      {waiting && (
        <div className="absolute inset-x-0 bottom-3 flex justify-center">
          <Button className="animate-rise shadow-float" onClick={toEnd}>
            <ArrowDown aria-hidden className="size-4.5" />
            {t('messages.newMessages')}
          </Button>
        </div>
      )}
    </div>
  );
}
