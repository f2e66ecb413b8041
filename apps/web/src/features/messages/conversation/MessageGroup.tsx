import { memo, useEffect, useRef, useState } from 'react';
import { timeOfDay } from '../../../i18n/dates.ts';
import { cx } from '../../../ui/cx.ts';
import type { ShownMessage } from '../message.ts';
import { Bubble } from './Bubble.tsx';

type OnCross = (entry: IntersectionObserverEntry) => void;

const onCross = new WeakMap<Element, OnCross>();
const observers = new WeakMap<Element, IntersectionObserver>();

/** One observer per scroller; within 3,000 px, some four screens, a part counts as near. */
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
 * For a part of a long list inside a `data-scroller`: `far` is its height in pixels while it is far from the viewport and can be
 * replaced by an empty box; null while it is near or has the focus.
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

/** An estimate of the height before layout: a line for every 40 characters. */
const guess = (messages: ShownMessage[]): number =>
  20 +
  messages.reduce(
    (sum, { content, quote, reactions, picture }) =>
      sum +
      18 +
      (picture ? 200 : 0) +
      22 * Math.ceil(content.length / 40) +
      (quote ? 60 : 0) +
      (reactions?.length ? 34 : 0),
    0,
  );

/** The consecutive messages of one member within a minute. */
export const MessageGroup = memo(function MessageGroup({ name, mine, messages }: Props) {
  const last = messages.at(-1);
  const { ref, far } = useNearby();
  const holds = messages.map(({ messageId }) => messageId).join(' ');
  if (far !== null) return <div ref={ref} data-far data-holds={holds} style={{ height: far }} />;
  return (
    <div
      ref={ref}
      data-holds={holds}
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
