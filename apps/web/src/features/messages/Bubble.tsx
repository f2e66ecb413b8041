import { type KeyboardEvent, memo, useState } from 'react';
import { messageTime } from '../../i18n/dates.ts';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { cx } from '../../ui/cx.ts';
import { NotSent } from './NotSent.tsx';
import { Tick } from './Tick.tsx';
import type { ShownMessage } from './types.ts';

interface Props {
  name: string;
  message: ShownMessage;
  first: boolean;
  last: boolean;
}

const corners = (mine: boolean, first: boolean, last: boolean): string =>
  mine
    ? cx(!first && 'rounded-tr-[6px]', !last && 'rounded-br-[6px]')
    : cx(!first && 'rounded-tl-[6px]', !last && 'rounded-bl-[6px]');

/** One message; a click shows its full time. Text can be marked in it, which a button would not allow. */
export const Bubble = memo(function Bubble({ name, message, first, last }: Props) {
  const { t } = useTranslation();
  const [dated, setDated] = useState(false);
  const { content, mine, status, pending, createdAt } = message;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    setDated(!dated);
  };

  return (
    <>
      <div
        role="button"
        data-bubble
        tabIndex={-1}
        aria-expanded={dated}
        onClick={() => getSelection()?.isCollapsed !== false && setDated(!dated)}
        onKeyDown={onKeyDown}
        className={cx(
          'max-w-[min(85%,34rem)] cursor-pointer rounded-sheet px-3.5 py-2 text-15 whitespace-pre-wrap select-text',
          'focus-visible:outline-2 focus-visible:outline-accent-text',
          mine ? 'bg-accent text-accent-ink' : 'bg-sunken text-ink',
          status === 'failed' && 'opacity-70',
          corners(mine, first, last),
        )}
      >
        <span className="sr-only">{mine ? t('messages.you') : name}: </span>
        {content}
        {mine && <Tick status={status} />}
      </div>
      {dated && (
        <time dateTime={createdAt} className="animate-fade px-2 text-13 text-soft">
          {messageTime(createdAt)}
        </time>
      )}
      {pending && (status === 'failed' || status === 'waiting') && <NotSent pending={pending} />}
    </>
  );
});
