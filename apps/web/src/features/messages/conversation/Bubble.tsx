import { textParts } from '@kith/contracts/textParts';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { Fragment, type KeyboardEvent, type MouseEvent, memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageTime } from '../../../i18n/dates.ts';
import { Failure, failureText } from '../../../lib/failure.ts';
import { recordAttempt } from '../../../lib/outbox/store.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { Button } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { LiveText } from '../../../ui/LiveText.tsx';
import { below, pointOf } from '../../../ui/MoreMenu.tsx';
import { useTouch } from '../../../ui/useTouch.ts';
import LinkCard from '../../linkPreviews/LinkCard.tsx';
import { PollPlace } from '../../polls/PollPlace.tsx';
import { isBarePicture, type Quote, type ShownMessage, type WaitingMessage } from '../message.ts';
import { quotedText } from '../messageText.ts';
import { BubblePicture, BubblePost, BubbleVoiceMessage } from './BubbleContent.tsx';
import { useChatActions } from './chatActions.tsx';
import { DeliveryState, PictureStamp } from './DeliveryState.tsx';
import { discardMessage } from './pictureMessages.ts';

/** Says why a message was not sent, with buttons to retry or discard it. */
function NotSent({ pending }: { pending: WaitingMessage }) {
  const { t } = useTranslation();
  const { id, failure } = pending;
  return (
    <div role="status" className="flex max-w-full flex-wrap items-center justify-end gap-x-1 text-13">
      {failure ? (
        <>
          <span className="px-2 text-danger">
            {t('messages.failed')} {failureText(new Failure(failure))}
          </span>
          <Button variant="ghost" small className="px-2.5" onClick={() => recordAttempt(id, {})}>
            {t('common.tryAgain')}
          </Button>
          <Button variant="ghost" small className="px-2.5 text-soft" onClick={() => discardMessage(id)}>
            {t('messages.discard')}
          </Button>
        </>
      ) : (
        <span className="px-2 text-soft">{t('messages.waitingLead')}</span>
      )}
    </div>
  );
}

interface QuotedProps {
  quote: Quote;
  mine: boolean;
  tabIndex: number;
}

/** The quoted message. A click scrolls to that message. */
function QuotedMessage({ quote, mine, tabIndex }: QuotedProps) {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const { goTo, nameOf } = useChatActions();
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      onClick={(event) => {
        event.stopPropagation();
        goTo(quote.messageId);
      }}
      className={cx(
        'mb-1.5 block w-full rounded-card border-l-4 px-2.5 py-1.5 text-start text-13 whitespace-normal',
        mine ? 'border-accent-ink bg-accent-strong text-accent-ink' : 'border-accent-text bg-surface text-ink',
      )}
    >
      <span className="sr-only">{t('messages.inReplyTo')} </span>
      <span className="block font-semibold">
        {quote.senderId === userId ? t('messages.you') : nameOf(quote.senderId)}
      </span>
      <span className={cx('line-clamp-2 break-words', (quote.deleted || quote.folded) && 'italic')}>
        {quotedText(t, quote)}
      </span>
    </button>
  );
}

/** All reactions to a message. A click on an emoji adds or removes the viewer's own reaction. */
function Reactions({ message, tabIndex }: { message: ShownMessage; tabIndex: number }) {
  const { t } = useTranslation();
  const { react } = useChatActions();
  return (
    <div className="flex max-w-full flex-wrap gap-1 pt-0.5 pb-1">
      {message.reactions?.map(({ emoji, count, mine }) => (
        <button
          key={emoji}
          type="button"
          tabIndex={tabIndex}
          aria-pressed={mine}
          aria-label={t('messages.reacted', { emoji, count })}
          onClick={() => react(message, emoji, !mine)}
          className={cx(
            'relative flex min-h-7 items-center gap-1 rounded-full border px-2 text-13 tabular-nums after:absolute after:inset-x-0 after:-inset-y-2.25',
            mine ? 'border-accent-text bg-accent-wash text-accent-text' : 'border-line bg-surface text-soft',
          )}
        >
          <span aria-hidden>{emoji}</span>
          {count > 1 && <span aria-hidden>{count}</span>}
        </button>
      ))}
    </div>
  );
}

interface BubbleProps {
  name: string;
  message: ShownMessage;
  first: boolean;
  last: boolean;
  /** Whether the message is one of several consecutive pictures, which form a grid. */
  tile: boolean;
}

const corners = (mine: boolean, first: boolean, last: boolean): string =>
  mine
    ? cx(!first && 'rounded-tr-[6px]', !last && 'rounded-br-[6px]')
    : cx(!first && 'rounded-tl-[6px]', !last && 'rounded-bl-[6px]');

const isInLink = ({ target }: { target: EventTarget }): boolean =>
  target instanceof Element && target.closest('a') !== null;

/** The placeholder of a deleted message. */
function DeletedMessage({ message, name }: { message: ShownMessage; name: string }) {
  const { t } = useTranslation();
  return (
    <div
      data-bubble
      data-message={message.messageId}
      role="group"
      tabIndex={-1}
      className="rounded-sheet border border-line px-3.5 py-2 text-15 text-soft italic focus-visible:outline-2 focus-visible:outline-accent-text"
    >
      <span className="sr-only">{message.mine ? t('messages.you') : name}: </span>
      {t('messages.deletedMessage')}
    </div>
  );
}

/** One message. A click shows its full time. The element is not a <button>, because text in a button cannot be selected. */
export const Bubble = memo(function Bubble({ name, message, first, last, tile }: BubbleProps) {
  const { t } = useTranslation();
  const [timeShown, setTimeShown] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const { openMenu, reply } = useChatActions();
  const {
    content,
    mine,
    status,
    pending,
    createdAt,
    messageId,
    edited,
    deleted,
    quote,
    reactions,
    picture,
    voice,
    post,
    link,
    poll,
    senderId,
  } = message;
  const touch = useTouch({ onHold: (x, y) => openMenu(message, { x, y }), onSwipe: () => reply(message) });
  if (deleted) return <DeletedMessage message={message} name={name} />;

  const stored = messageId !== undefined;
  // All messages together are one Tab stop. From the focused message, Tab leads to the controls inside it.
  const tabIndex = hasFocus ? 0 : -1;
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key !== 'Enter' && event.key !== ' ') || event.target !== event.currentTarget) return;
    event.preventDefault();
    setTimeShown(!timeShown);
  };
  const onClick = (event: MouseEvent) => {
    if (touch.held() || getSelection()?.isCollapsed === false || isInLink(event)) return;
    setTimeShown(!timeShown);
  };
  const onContextMenu = (event: MouseEvent) => {
    if (!stored || isInLink(event) || getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    openMenu(message, pointOf(event));
  };
  // A message with links or buttons inside does not get the role of a button, because a button may contain neither.
  const pictured = Boolean(picture ?? pending?.payload.pictured);
  const bare = isBarePicture(message);
  const recorded = pending?.payload.voice;
  const voiced = Boolean(voice ?? recorded);
  const posted = Boolean(post ?? pending?.payload.postId);
  const hasControls =
    quote || pictured || voiced || posted || poll || textParts(content).some(({ kind }) => kind !== 'text');

  const Cell = tile ? 'div' : Fragment;
  return (
    <Cell>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: this element only tracks whether the focus is inside. */}
      <div
        className={cx('group/row relative flex w-full items-center gap-1', mine && 'flex-row-reverse')}
        onFocus={() => setHasFocus(true)}
        onBlur={() => setHasFocus(false)}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the role is set by a spread property below. */}
        <div
          data-bubble
          data-message={messageId}
          tabIndex={-1}
          {...(hasControls ? { role: 'group' } : { role: 'button', 'aria-expanded': timeShown })}
          onClick={onClick}
          onKeyDown={onKeyDown}
          onContextMenu={onContextMenu}
          {...(stored ? touch.handlers : {})}
          className={cx(
            bare
              ? cx('relative', tile ? 'w-full' : 'max-w-[85%]')
              : (pictured || post) && !content && !quote
                ? 'max-w-[85%] p-1'
                : 'max-w-[min(85%,34rem)] px-3.5 py-2',
            'cursor-pointer touch-pan-y rounded-sheet text-15 break-words whitespace-pre-wrap pointer-fine:select-text',
            'pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]',
            'focus-visible:outline-2 focus-visible:outline-accent-text',
            !bare && (mine ? 'bg-accent text-accent-ink' : 'bg-sunken text-ink'),
            status === 'failed' && 'opacity-70',
            corners(mine, first, last),
          )}
        >
          <span className="sr-only">{mine ? t('messages.you') : name}: </span>
          {quote && <QuotedMessage quote={quote} mine={mine} tabIndex={tabIndex} />}
          {pictured && (
            <BubblePicture
              picture={picture ?? null}
              video={pending?.payload.video}
              sentAs={message.key}
              name={mine ? t('messages.you') : name}
              tabIndex={tabIndex}
              tile={tile}
            />
          )}
          {voiced && (
            <BubbleVoiceMessage
              voice={voice ?? null}
              recorded={recorded}
              sentAs={message.key}
              name={mine ? t('messages.you') : name}
              mine={mine}
              direct={message.direct ?? false}
              tabIndex={tabIndex}
            />
          )}
          {posted && <BubblePost post={post ?? undefined} tabIndex={tabIndex} />}
          {content && <LiveText text={content} written={message} accent={!mine} />}
          {poll && (
            <PollPlace
              poll={poll}
              by={senderId}
              tabIndex={tabIndex}
              className="mt-2 w-72 max-w-full cursor-auto rounded-card bg-surface px-2.5 pt-2.5 whitespace-normal"
            />
          )}
          {link && <LinkCard link={link} tabIndex={tabIndex} className="mt-2 mb-0.5 w-90 max-w-full" />}
          {bare && <PictureStamp message={message} timed={!tile} />}
          {mine && !bare && <DeliveryState status={status} edited={edited ?? false} raised={voiced && !content} />}
          {!mine && !bare && edited && <i className="float-right mt-1 ml-2 text-13">{t('messages.edited')}</i>}
        </div>
        {stored && (
          <IconButton
            label={t('messages.options')}
            aria-haspopup="menu"
            tabIndex={tabIndex}
            onClick={({ currentTarget }) => openMenu(message, below(currentTarget))}
            className={cx(
              'size-9 opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100 pointer-coarse:hidden',
              tile ? 'absolute top-2 right-2 bg-veil text-over-picture' : 'text-soft',
            )}
          >
            <Ellipsis aria-hidden className="size-4.5" />
          </IconButton>
        )}
      </div>
      {reactions && reactions.length > 0 && <Reactions message={message} tabIndex={tabIndex} />}
      {timeShown && (
        <time dateTime={createdAt} className="animate-fade px-2 text-13 text-soft">
          {messageTime(createdAt)}
        </time>
      )}
      {pending && (status === 'failed' || status === 'waiting') && <NotSent pending={pending} />}
    </Cell>
  );
});
