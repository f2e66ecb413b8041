import { textParts } from '@kith/contracts/textParts';
import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import { type KeyboardEvent, type MouseEvent, memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageTime, timeOfDay } from '../../../i18n/dates.ts';
import { Failure, failureText } from '../../../lib/failure.ts';
import { discard, mark } from '../../../lib/outbox/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { LiveText } from '../../../ui/LiveText.tsx';
import { ReportButton } from '../../reports/ReportButton.tsx';
import type { MessageStatus, Pending, ShownMessage } from '../message.ts';

/** Why a message is still here, and what can be done about it. */
function NotSent({ pending }: { pending: Pending }) {
  const { t } = useTranslation();
  const { id, failure } = pending;
  return (
    <div role="status" className="flex max-w-full flex-wrap items-center justify-end gap-x-1 text-13">
      {failure ? (
        <>
          <span className="px-2 text-danger">
            {t('messages.failed')} {failureText(new Failure(failure))}
          </span>
          <Button look="ghost" small className="px-2.5" onClick={() => mark(id, {})}>
            {t('common.tryAgain')}
          </Button>
          <Button look="ghost" small className="px-2.5 text-soft" onClick={() => discard(id)}>
            {t('messages.discard')}
          </Button>
        </>
      ) : (
        <span className="px-2 text-soft">{t('messages.waitingLead')}</span>
      )}
    </div>
  );
}

const icons = { sending: Clock, waiting: Clock, failed: CircleAlert, sent: Check, read: CheckCheck };

/** How far one's own message has come, at the end of its last line. */
function Tick({ status }: { status: MessageStatus }) {
  const { t } = useTranslation();
  const Icon = icons[status];
  return (
    <span data-status={status} className="float-right mt-1 ml-2 flex h-4.5 items-center">
      <Icon aria-hidden strokeWidth={2.4} className={cx('size-3.5', status !== 'read' && 'opacity-75')} />
      <span className="sr-only">{t(`messages.${status}`)}</span>
    </span>
  );
}

interface BubbleProps {
  name: string;
  message: ShownMessage;
  first: boolean;
  last: boolean;
}

const corners = (mine: boolean, first: boolean, last: boolean): string =>
  mine
    ? cx(!first && 'rounded-tr-[6px]', !last && 'rounded-br-[6px]')
    : cx(!first && 'rounded-tl-[6px]', !last && 'rounded-bl-[6px]');

const inLink = ({ target }: { target: EventTarget }): boolean =>
  target instanceof Element && target.closest('a') !== null;

/** One message; a click shows its full time. Not a button element, in which text cannot be selected. */
const Bubble = memo(function Bubble({ name, message, first, last }: BubbleProps) {
  const { t } = useTranslation();
  const [dated, setDated] = useState(false);
  const { content, mine, status, pending, createdAt, messageId } = message;

  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key !== 'Enter' && event.key !== ' ') || inLink(event)) return;
    event.preventDefault();
    setDated(!dated);
  };
  const onClick = (event: MouseEvent) => {
    if (getSelection()?.isCollapsed !== false && !inLink(event)) setDated(!dated);
  };
  // A button may hold no link.
  const linked = textParts(content).some(({ kind }) => kind !== 'text');

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it has its role among the properties. */}
      <div
        data-bubble
        tabIndex={-1}
        {...(linked ? { role: 'group' } : { role: 'button', 'aria-expanded': dated })}
        onClick={onClick}
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
        <LiveText text={content} accent={!mine} />
        {mine && <Tick status={status} />}
      </div>
      {dated && (
        <div className="flex animate-fade items-center">
          <time dateTime={createdAt} className="px-2 text-13 text-soft">
            {messageTime(createdAt)}
          </time>
          {!mine && messageId !== undefined && <ReportButton of={{ kind: 'message', id: messageId }} name={name} />}
        </div>
      )}
      {pending && (status === 'failed' || status === 'waiting') && <NotSent pending={pending} />}
    </>
  );
});

type OnCross = (entry: IntersectionObserverEntry) => void;

const onCross = new WeakMap<Element, OnCross>();
const observers = new WeakMap<Element, IntersectionObserver>();

/** One observer for each scroller; within 3,000 px, some four screens, a part counts as near. */
function observerOf(scroller: Element): IntersectionObserver {
  const known = observers.get(scroller);
  if (known) return known;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) onCross.get(entry.target)?.(entry);
    },
    { root: scroller, rootMargin: '3000px 0px' },
  );
  observers.set(scroller, observer);
  return observer;
}

/**
 * For a part of a long list inside a `data-scroller`: `far` is its height in pixels while it is far from view, so that an
 * empty box can stand in for it, and null while it is near or holds the focus.
 */
function useNearby() {
  const ref = useRef<HTMLDivElement>(null);
  const [far, setFar] = useState<number | null>(null);
  useEffect(() => {
    const part = ref.current;
    const scroller = part?.closest('[data-scroller]');
    if (!part || !scroller) return;
    const observer = observerOf(scroller);
    onCross.set(part, ({ isIntersecting, boundingClientRect }) => {
      const kept = isIntersecting || part.contains(document.activeElement);
      setFar((before) => (kept ? null : (before ?? boundingClientRect.height)));
    });
    observer.observe(part);
    return () => observer.unobserve(part);
  }, []);
  return { ref, far };
}

interface Props {
  name: string;
  mine: boolean;
  messages: ShownMessage[];
}

const same = (one: Props, other: Props): boolean =>
  one.name === other.name &&
  one.messages.length === other.messages.length &&
  one.messages.every((message, index) => message === other.messages[index]);

/** A guess at the height of what has not been laid out yet: a line for every 40 signs or so. */
const guess = (messages: ShownMessage[]): number =>
  20 + messages.reduce((sum, { content }) => sum + 18 + 22 * Math.ceil(content.length / 40), 0);

/** What one of the two wrote within a minute. */
export const MessageGroup = memo(function MessageGroup({ name, mine, messages }: Props) {
  const last = messages.at(-1);
  const { ref, far } = useNearby();
  if (far !== null) return <div ref={ref} data-far style={{ height: far }} />;
  return (
    <div
      ref={ref}
      className={cx('flex flex-col gap-0.5 px-1 py-1 [content-visibility:auto]', mine ? 'items-end' : 'items-start')}
      style={{ containIntrinsicSize: `auto ${guess(messages)}px` }}
    >
      {messages.map((message, index) => (
        <Bubble key={message.key} name={name} message={message} first={index === 0} last={message === last} />
      ))}
      {last && (
        <time dateTime={last.createdAt} className="px-2 pt-0.5 text-13 text-soft">
          {timeOfDay(last.createdAt)}
        </time>
      )}
    </div>
  );
}, same);
