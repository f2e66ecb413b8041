import { Link } from '@tanstack/react-router';
import Flag from 'lucide-react/icons/flag';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import Unplug from 'lucide-react/icons/unplug';
import { type ComponentType, Fragment, type SVGProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMinute } from '../../lib/clock.ts';
import type { Popup } from '../../lib/popupSearch.ts';
import { trpc } from '../../lib/trpc.ts';
import type { NotificationView } from '../../lib/types.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { nameOf } from '../../ui/PersonName.tsx';
import { Timestamp } from '../../ui/Timestamp.tsx';
import { reminds, startOf } from '../events/eventText.ts';
import { FollowButton } from '../follows/FollowButton.tsx';
import { PostLink } from '../posts/PostLink.tsx';

interface PostThumbProps {
  caption: string;
  imageUrl: string | null;
}

/** A thumbnail of the post that the notification is about: its picture, or the beginning of its text. */
function PostThumb({ caption, imageUrl }: PostThumbProps) {
  const [broken, setBroken] = useState(false);
  if (imageUrl && !broken) {
    return (
      <img
        src={imageUrl}
        alt=""
        width={48}
        height={48}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
        className="size-12 shrink-0 rounded-card bg-sunken object-cover"
      />
    );
  }
  return (
    <span
      aria-hidden
      className="hidden w-26 shrink-0 rounded-card border border-line bg-surface px-2 py-1 text-13 text-soft rail:block"
    >
      <span className="line-clamp-2">{caption}</span>
    </span>
  );
}

/** The settings dialog that a click on a notification by the server opens. */
const settingsOf: Partial<Record<NotificationView['kind'], Popup>> = {
  signIn: 'privacy',
  resetLink: 'privacy',
  webhookOff: 'webhooks',
};

// Placeholders for the names in a translated sentence. The sentence is split at them, because word order differs by language.
const firstMarker = '\u0001';
const secondMarker = '\u0002';

/** The sentence that says who did what, with the names in bold. */
function Sentence({ notification }: { notification: NotificationView }) {
  const { t } = useTranslation();
  useMinute();
  const { kind, actors, actorsCount, event, createdAt } = notification;
  if (
    kind === 'reportActed' ||
    kind === 'reportKept' ||
    kind === 'signIn' ||
    kind === 'resetLink' ||
    kind === 'webhookOff'
  )
    return t(`notifications.${kind}`);
  const [one, two] = actors;
  const others = Math.max(actorsCount, actors.length) - 1;
  const past = (kind === 'eventTomorrow' || kind === 'eventSoon') && event && !reminds(kind, event);
  const isToday = new Date(createdAt).toDateString() === new Date().toDateString();
  const words = kind === 'birthday' && !isToday ? 'birthdayPast' : kind;
  const text = past
    ? t('notifications.eventOnOne', { name: firstMarker, time: startOf(event) })
    : words === 'eventTomorrow' || words === 'eventSoon' || words === 'eventMoved' || words === 'eventCancelled'
      ? t(`notifications.${words}One`, { name: firstMarker })
      : others <= 0
        ? t(`notifications.${words}One`, { name: firstMarker })
        : others === 1 && two
          ? t(`notifications.${words}Two`, { name: firstMarker, other: secondMarker })
          : t(`notifications.${words}More`, { name: firstMarker, count: others });
  const names: Record<string, string | undefined> = {
    [firstMarker]: one && nameOf(one),
    [secondMarker]: two && nameOf(two),
  };
  const parts = text.split(new RegExp(`([${firstMarker}${secondMarker}])`));
  return parts.map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change their order.
    return <Fragment key={index}>{part in names ? <bdi className="font-bold">{names[part]}</bdi> : part}</Fragment>;
  });
}

/** Icons for notifications that the server itself sends. They replace the picture of a member. */
const kindIcons: Partial<Record<NotificationView['kind'], ComponentType<SVGProps<SVGSVGElement>>>> = {
  signIn: ShieldAlert,
  resetLink: ShieldAlert,
  webhookOff: Unplug,
  reportActed: Flag,
  reportKept: Flag,
};

/** The overlapping pictures of the newest one or two members who caused the notification. */
function Actors({ kind, actors }: Pick<NotificationView, 'kind' | 'actors'>) {
  const [one, two] = actors;
  const Sign = kindIcons[kind];
  if (Sign)
    return (
      <span className="grid size-12 shrink-0 place-items-center rounded-full bg-accent-wash text-accent-text">
        <Sign aria-hidden className="size-5.5" />
      </span>
    );
  if (!two) return <Avatar src={one?.profilePicture ?? null} size={48} />;
  return (
    <span className="relative size-12 shrink-0">
      <Avatar src={two.profilePicture} size={32} className="absolute top-0 right-0" />
      <Avatar src={one?.profilePicture ?? null} size={32} className="absolute bottom-0 left-0 ring-2 ring-ground" />
    </span>
  );
}

/**
 * A button to follow back. It is not shown if the reader already followed the member, or had requested to, when the row first
 * appeared.
 */
function FollowBack({ userId }: { userId: number }) {
  const person = trpc.users.byId.useQuery({ userId }, { staleTime: 60_000, retry: false }).data;
  const [before, setBefore] = useState<string>();
  if (person && before === undefined) setBefore(person.followState);
  if (!person || before !== 'none') return null;
  return (
    <span className="relative">
      <FollowButton person={person} small />
    </span>
  );
}

interface Props {
  notification: NotificationView;
  /** Whether the notification was unread when the screen was opened, or has arrived since. */
  unread: boolean;
  'aria-posinset': number;
  'aria-setsize': number;
}

/** A notification. The whole row links to the post, to the follower or, if there are several followers, to the list of them. */
export function NotificationRow({ notification, unread, ...position }: Props) {
  const { t } = useTranslation();
  const { kind, actors, actorsCount, post, excerpt, createdAt } = notification;
  const cover = 'block before:absolute before:inset-0 before:rounded-card';
  const words = <Sentence notification={notification} />;
  return (
    <article
      {...position}
      className={cx(
        'relative flex min-h-19 items-center gap-3 px-4 py-3 transition-colors hover:bg-sunken rail:rounded-card rail:px-3',
        unread && 'font-medium',
      )}
    >
      <Actors kind={kind} actors={actors} />
      <div className="min-w-0 flex-1 text-15 text-pretty">
        {post ? (
          <PostLink postId={post.postId} className={cover}>
            {words}
          </PostLink>
        ) : actorsCount > 1 ? (
          <Link
            to="."
            search={(old) => ({ ...old, people: notification.notificationId })}
            state={{ opened: true }}
            resetScroll={false}
            preload={false}
            className={cover}
          >
            {words}
          </Link>
        ) : actors[0] ? (
          <Link to="/user/$username" params={{ username: actors[0].userName }} className={cover}>
            {words}
          </Link>
        ) : settingsOf[kind] ? (
          <Link to="." search={(old) => ({ ...old, popup: settingsOf[kind] })} className={cover}>
            {words}
          </Link>
        ) : (
          words
        )}
        {excerpt && <p className="line-clamp-2 font-normal text-soft">{excerpt}</p>}
        <p className="flex gap-x-2 whitespace-nowrap text-13 font-normal text-soft">
          {actorsCount === 1 && actors[0]?.displayName && <span className="truncate">@{actors[0].userName}</span>}{' '}
          <Timestamp at={createdAt} />
        </p>
      </div>
      {kind === 'follow' && actorsCount === 1 && actors[0] && <FollowBack userId={actors[0].userId} />}
      {post && <PostThumb caption={post.caption} imageUrl={post.imageUrl} />}
      <span className={cx('size-2.5 shrink-0 rounded-full', unread && 'bg-accent')}>
        {unread && <span className="sr-only">{t('notifications.unread')}</span>}
      </span>
    </article>
  );
}
