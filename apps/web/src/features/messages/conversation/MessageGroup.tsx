import type { ReactNode } from 'react';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayLabel, timeOfDay } from '../../../i18n/dates.ts';
import { useMinute } from '../../../lib/clock.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { cx } from '../../../ui/cx.ts';
import { groupPictures, isBarePicture, pictureBox, type ShownMessage } from '../message.ts';
import { Bubble } from './Bubble.tsx';

type OnIntersection = (entry: IntersectionObserverEntry) => void;

const callbacks = new WeakMap<Element, OnIntersection>();
const observers = new WeakMap<Element, IntersectionObserver>();

/**
 * Returns the observer of a scroll container. It reports elements within 3,000 px (some four screens) of the viewport as near.
 */
function observerOf(scroller: Element): IntersectionObserver {
  const known = observers.get(scroller);
  if (known) return known;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) callbacks.get(entry.target)?.(entry);
    },
    { root: scroller, rootMargin: '3000px 0px' },
  );
  observers.set(scroller, observer);
  return observer;
}

/**
 * Lets a part of a long list inside a `data-scroller` be replaced by an empty box while the part is far from the viewport.
 * Returns `far`, the height of that box in pixels, which is null while the part is near or contains the focus. `estimate` is the
 * height of the box until the part is first rendered. If `estimate` is null, the part is rendered at once.
 */
function useFarHeight(estimate: number | null) {
  const ref = useRef<HTMLDivElement>(null);
  const [farHeight, setFarHeight] = useState(estimate);
  useEffect(() => {
    const element = ref.current;
    const scroller = element?.closest('[data-scroller]');
    if (!element || !scroller) return;
    const observer = observerOf(scroller);
    callbacks.set(element, ({ isIntersecting, boundingClientRect }) => {
      const isNear = isIntersecting || element.contains(document.activeElement);
      setFarHeight((before) => (isNear ? null : (before ?? boundingClientRect.height)));
    });
    observer.observe(element);
    return () => observer.unobserve(element);
  }, []);
  return { ref, far: farHeight };
}

interface Props {
  name: string;
  /** The sender's picture in a group, or null if the sender has none. Undefined in a direct chat. */
  senderPicture?: string | null | undefined;
  mine: boolean;
  messages: ShownMessage[];
  /** Whether these messages may be rendered after the visible ones when the chat opens. */
  later?: boolean;
  /**
   * Set if these messages contain the viewer's last message in a group chat: how many other members have read that message, and
   * how many other members there are.
   */
  readers?: { read: number; total: number } | undefined;
}

const isSame = (one: Props, other: Props): boolean =>
  one.name === other.name &&
  one.senderPicture === other.senderPicture &&
  one.readers?.read === other.readers?.read &&
  one.readers?.total === other.readers?.total &&
  one.messages.length === other.messages.length &&
  one.messages.every((message, index) => message === other.messages[index]);

/** Estimates the height in pixels before the messages are rendered, with one line for every 40 characters. */
const estimateHeight = (messages: ShownMessage[]): number =>
  20 +
  messages.reduce(
    (sum, { content, quote, reactions, picture, voice, pending }) =>
      sum +
      18 +
      (picture || pending?.payload.pictured ? pictureBox(picture?.width, picture?.height).height : 0) +
      (voice || pending?.payload.voice ? 44 : 0) +
      22 * Math.ceil(content.length / 40) +
      (quote ? 60 : 0) +
      (reactions?.length ? 34 : 0),
    0,
  );

/** Consecutive messages that one member sent within a minute. */
export const MessageGroup = memo(function MessageGroup({ name, senderPicture, mine, messages, later, readers }: Props) {
  const { t } = useTranslation();
  const last = messages.at(-1);
  const { ref, far: farHeight } = useFarHeight(later ? estimateHeight(messages) : null);
  const messageIds = messages.map(({ messageId }) => messageId).join(' ');
  if (farHeight !== null) return <div ref={ref} data-far data-holds={messageIds} style={{ height: farHeight }} />;
  const showName = senderPicture !== undefined && !mine;
  const runs = groupPictures(messages);
  // The time of a single picture is on the picture.
  const endsWithPicture = last !== undefined && isBarePicture(last) && runs.at(-1)?.length === 1;
  return (
    <div
      ref={ref}
      data-holds={messageIds}
      className={cx(
        'relative flex flex-col gap-0.5 px-1 py-1 [content-visibility:auto]',
        mine ? 'items-end' : 'items-start',
        showName && 'pl-11',
      )}
      style={{ containIntrinsicSize: `auto ${estimateHeight(messages)}px` }}
    >
      {showName && (
        <>
          <Avatar src={senderPicture} size={32} className="absolute top-7 left-1" />
          <p aria-hidden data-own className="max-w-full truncate px-2 text-13 font-semibold text-soft">
            {name}
          </p>
        </>
      )}
      {runs.map((run) => {
        const bubbles = run.map((message) => (
          <Bubble
            key={message.key}
            name={name}
            message={message}
            first={message === messages[0]}
            last={message === last}
            tile={run.length > 1}
          />
        ));
        return run.length > 1 ? (
          <div key={run[0]?.key} data-pictures className="grid w-[min(85%,22rem)] grid-cols-2 gap-1">
            {bubbles}
          </div>
        ) : (
          bubbles
        );
      })}
      {last && (
        <p className="px-2 pt-0.5 text-13 text-soft empty:hidden">
          {!endsWithPicture && <time dateTime={last.createdAt}>{timeOfDay(last.createdAt)}</time>}
          {readers && (
            <>
              {!endsWithPicture && ' · '}
              {readers.read ? t('messages.readBy', readers) : t('messages.sent')}
            </>
          )}
        </p>
      )}
    </div>
  );
}, isSame);

/** The messages of a day, below its name, such as "Today". The name changes at midnight. */
export function MessageDay({ createdAt, children }: { createdAt: string; children: ReactNode }) {
  useMinute();
  const label = dayLabel(createdAt);
  return (
    <section aria-label={label}>
      <p aria-hidden className="py-4 text-center text-13 font-medium text-soft [overflow-anchor:none]">
        {label}
      </p>
      {children}
    </section>
  );
}
