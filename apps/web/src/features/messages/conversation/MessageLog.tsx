import ArrowDown from 'lucide-react/icons/arrow-down';
import {
  Fragment,
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../../lib/viewerContext.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { LoadMore, type MorePages } from '../../../ui/LoadMore.tsx';
import { type Day, firstUnread, groupMessages, laterGroups, type ShownMessage } from '../message.ts';
import { eventText } from '../messageText.ts';
import { scrollToMessage } from './chatActions.tsx';
import { MessageDay, MessageGroup } from './MessageGroup.tsx';
import type { People } from './useOpenChat.ts';

const nearEndPx = 80;

/** If the reader has scrolled up by more than this many pixels (about one screen), a button leads back to the newest message. */
const buttonFromPx = 600;

/**
 * Scrolls to each new message while the reader is at the end of the list. While the reader is further up, counts the new
 * messages, and a button shows their number. The list is a reversed flex column, in which scroll positions count from the end,
 * so loading older pages does not move the messages in view.
 */
function useNewest(messages: ShownMessage[], around: Around | undefined) {
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [waiting, setWaiting] = useState(0);
  const [scrolledUp, setScrolledUp] = useState(false);
  const newest = messages.at(-1);
  const key = newest?.key;
  const mine = newest?.mine ?? false;
  const previousKey = useRef(key);

  const more = around?.newer.hasNextPage ?? false;
  const wasMore = useRef(more);
  const onNewest = more ? around?.onNewest : undefined;
  const toEnd = useCallback(() => {
    if (onNewest) return onNewest();
    scroller.current?.scrollTo({ top: 0 });
    setWaiting(0);
  }, [onNewest]);

  useEffect(() => {
    // If the list was opened at an older message, later pages fill the gap up to the newest. Their messages do not count as new.
    const isFilling = more || wasMore.current;
    wasMore.current = more;
    if (key === previousKey.current) return;
    const before = previousKey.current;
    previousKey.current = key;
    if (isFilling) return;
    if (before === undefined || mine || atEnd.current) toEnd();
    else {
      // If the previously newest message is not found, the member has discarded it, and no new message has arrived.
      const known = messages.findLastIndex((message) => message.key === before);
      if (known >= 0) setWaiting((count) => count + messages.length - 1 - known);
    }
  }, [key, mine, messages, toEnd, more]);

  const onScroll = () => {
    const above = Math.abs(scroller.current?.scrollTop ?? 0);
    atEnd.current = above < nearEndPx;
    setScrolledUp(above > buttonFromPx);
    if (atEnd.current) setWaiting(0);
  };
  return { scroller, onScroll, waiting, up: scrolledUp || onNewest !== undefined, toEnd };
}

/** Browsers without scroll anchoring would move the messages in view when other messages are added below them. */
const hasScrollAnchoring = CSS.supports('overflow-anchor', 'auto');

/** Scrolls to the message at which the list is opened, and keeps the view in place when newer messages are added below. */
function useScrollPosition(
  list: RefObject<HTMLElement | null>,
  messages: ShownMessage[],
  around: Around | undefined,
): void {
  const last = messages.at(-1)?.key;
  const height = useRef(0);
  const at = around?.at;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only when the list is opened.
  useEffect(() => {
    // If the message was deleted or belongs to another chat, the next message after it is the target.
    const target = messages.find(({ messageId = 0 }) => at !== undefined && messageId >= at) ?? messages.at(-1);
    if (at !== undefined && list.current && target?.messageId) void scrollToMessage(list.current, target.messageId);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new last message.
  useLayoutEffect(() => {
    const scroller = list.current?.closest('[data-scroller]');
    if (!scroller || at === undefined) return;
    const added = scroller.scrollHeight - height.current;
    if (height.current > 0 && !hasScrollAnchoring) scroller.scrollTop -= added;
    height.current = scroller.scrollHeight;
  }, [last]);
}

const nextIndex: Record<string, (index: number, count: number) => number> = {
  ArrowUp: (index, count) => (index < 0 ? count - 1 : Math.max(0, index - 1)),
  ArrowDown: (index, count) => (index < 0 ? count - 1 : Math.min(count - 1, index + 1)),
  Home: () => 0,
  End: (_, count) => count - 1,
};

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/**
 * Scrolls to the first or last message, and waits until that message is rendered. Messages far from the viewport are not
 * rendered.
 */
async function scrollToEnd(end: 'Home' | 'End', list: HTMLElement): Promise<void> {
  const scroller = list.closest('[data-scroller]');
  // In a reversed flex column, scrollTop is 0 at the end and negative above the end.
  scroller?.scrollTo({ top: end === 'End' ? 0 : -scroller.scrollHeight });
  for (let frames = 0; frames < 30; frames++) {
    const parts = list.querySelectorAll('[data-bubble], [data-far]');
    if (!parts[end === 'End' ? parts.length - 1 : 0]?.matches('[data-far]')) return;
    await nextFrame();
  }
}

/** Moves the focus between messages with the arrow keys, because the whole list is only one Tab stop. */
async function moveFocus(event: KeyboardEvent<HTMLElement>): Promise<void> {
  const { key, currentTarget: list } = event;
  const step = nextIndex[key];
  if (!step) return;
  event.preventDefault();
  if (key === 'Home' || key === 'End') await scrollToEnd(key, list);
  const bubbles = [...list.querySelectorAll<HTMLElement>('[data-bubble]')];
  const index = bubbles.indexOf(document.activeElement as HTMLElement);
  bubbles[step(index, bubbles.length)]?.focus();
}

/** The line above the first unread message. When the chat opens, the line is scrolled into view. */
function UnreadLine() {
  const { t } = useTranslation();
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Because of the braces, the effect returns nothing. In new browsers scrollIntoView returns a promise, which React would
    // take for a clean-up function.
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <p
      ref={ref}
      data-unread
      className="flex scroll-my-4 items-center gap-3 py-3 text-13 font-medium text-accent-text before:h-px before:flex-1 before:bg-accent-text after:h-px after:flex-1 after:bg-accent-text"
    >
      {t('messages.unreadLine')}
    </p>
  );
}

/** An event in a group, such as a new member, or a note that replaces the text of messages by a blocked member. */
function EventLine({ messages, people }: { messages: ShownMessage[]; people: People }) {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const [message] = messages;
  const messageIds = messages.map(({ messageId }) => messageId).join(' ');
  return (
    <p
      data-holds={messageIds}
      data-message={message?.messageId}
      data-bubble
      tabIndex={-1}
      className="mx-auto w-fit max-w-full px-3 py-2 text-center text-13 text-pretty break-words text-soft outline-offset-0"
    >
      {message?.event
        ? eventText(t, message.event, { ...message, me: userId, nameOf: people.nameOf })
        : t('messages.folded', { count: messages.length })}
    </p>
  );
}

interface MessageDaysProps {
  people: People;
  days: Day[];
  later: ReadonlySet<string>;
  /** The viewer's last message in a group. The number of its readers is shown below it. */
  lastMine: ShownMessage | undefined;
}

const MessageDays = memo(function MessageDays({ people, days, later, lastMine }: MessageDaysProps) {
  const { nameOf, pictureOf, others } = people;
  return days.map(({ key, createdAt, groups }) => (
    <MessageDay key={key} createdAt={createdAt}>
      {groups.map((group) => (
        <Fragment key={group.key}>
          {group.unread && <UnreadLine />}
          {group.kind === 'said' ? (
            <MessageGroup
              name={nameOf(group.senderId)}
              senderPicture={others > 0 ? pictureOf(group.senderId) : undefined}
              mine={group.mine}
              messages={group.messages}
              later={later.has(group.key)}
              readers={
                lastMine && group.messages.at(-1) === lastMine
                  ? { read: Math.min(others, lastMine.readCount ?? 0), total: others }
                  : undefined
              }
            />
          ) : (
            <EventLine messages={group.messages} people={people} />
          )}
        </Fragment>
      ))}
    </MessageDay>
  ));
});

/** Set if the list shows the messages around one message instead of the newest messages. */
interface Around {
  at: number;
  newer: MorePages;
  /** Switches the list to the newest messages. */
  onNewest: () => void;
}

interface Props {
  name: string;
  people: People;
  messages: ShownMessage[];
  older: MorePages;
  /** In a group, the number of messages that were unread when the chat was opened. */
  unread: number | undefined;
  around?: Around | undefined;
}

/** The messages of a chat, oldest first. Messages far from the viewport are replaced by empty space of the same height. */
export function MessageLog({ name, people, messages, older, unread, around }: Props) {
  const { t } = useTranslation();
  const { scroller, onScroll, waiting, up: scrolledUp, toEnd } = useNewest(messages, around);
  const list = useRef<HTMLDivElement>(null);
  useScrollPosition(list, messages, around);
  // Computed once when the chat opens, because the messages are marked as read right afterwards.
  const [unreadFrom] = useState(() => (around ? undefined : firstUnread(messages, !older.hasNextPage, unread)));
  const days = useMemo(() => groupMessages(messages, unreadFrom), [messages, unreadFrom]);
  const [later] = useState(() => laterGroups(around ? [] : days));
  const lastMine = people.others > 0 ? messages.findLast(({ mine, event }) => mine && !event) : undefined;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        data-scroller
        onScroll={onScroll}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain"
      >
        <div
          ref={list}
          role="log"
          aria-live="off"
          aria-label={t('messages.with', { name })}
          tabIndex={0}
          onKeyDown={moveFocus}
          className="mx-auto w-full max-w-200 px-3 pt-3 pb-4 -outline-offset-2 rail:px-5"
        >
          <LoadMore key={messages[0]?.key} more={older} />
          <MessageDays
            people={people}
            days={days}
            later={later}
            lastMine={lastMine?.messageId ? lastMine : undefined}
          />
          {around && <LoadMore key={messages.at(-1)?.key} more={around.newer} ahead={200} />}
        </div>
      </div>
      {waiting > 0 && (
        <div className="absolute inset-x-0 bottom-3 flex justify-center">
          <Button className="animate-rise shadow-float" onClick={toEnd}>
            <ArrowDown aria-hidden className="size-4.5" />
            {t('messages.newCount', { count: waiting })}
          </Button>
        </div>
      )}
      {waiting === 0 && scrolledUp && (
        <IconButton
          label={t('messages.toNewest')}
          onClick={toEnd}
          className="absolute right-4 bottom-3 animate-fade border border-line bg-surface shadow-float"
        >
          <ArrowDown aria-hidden className="size-5" />
        </IconButton>
      )}
    </div>
  );
}
