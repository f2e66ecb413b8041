import { Link } from '@tanstack/react-router';
import { postDate } from '../../i18n/dates.ts';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { cx } from '../../ui/cx.ts';
import { Actors } from './Actors.tsx';
import { ago } from './ago.ts';
import { PostThumb } from './PostThumb.tsx';
import { Sentence } from './Sentence.tsx';
import type { Notification } from './types.ts';

interface Props {
  notification: Notification;
  'aria-posinset': number;
  'aria-setsize': number;
}

/** The whole row leads to the post, to the person who followed, or to all followers when there are several. */
export function NotificationRow({ notification, ...position }: Props) {
  const { t } = useTranslation();
  const { actors, actorsCount, post, excerpt, createdAt, read } = notification;
  const cover = 'block before:absolute before:inset-0 before:rounded-card';
  const words = <Sentence notification={notification} />;
  return (
    <article
      {...position}
      className={cx(
        'relative flex min-h-19 items-center gap-3 px-4 py-3 transition-colors hover:bg-sunken rail:rounded-card rail:px-3',
        !read && 'font-medium',
      )}
    >
      <Actors actors={actors} />
      <div className="min-w-0 flex-1 text-15 text-pretty">
        {post ? (
          <Link
            to="/notification"
            search={(old) => ({ ...old, popup: undefined, edit: undefined, post: post.postId })}
            state={{ opened: true }}
            resetScroll={false}
            preload={false}
            className={cover}
          >
            {words}
          </Link>
        ) : actorsCount > 1 ? (
          <Link to="/account" search={{ popup: 'followers' }} className={cover}>
            {words}
          </Link>
        ) : actors[0] ? (
          <Link to="/user/$username" params={{ username: actors[0].userName }} className={cover}>
            {words}
          </Link>
        ) : (
          words
        )}
        {excerpt && <p className="line-clamp-2 font-normal text-soft">{excerpt}</p>}
        <time dateTime={createdAt} title={postDate(createdAt)} className="text-13 font-normal text-soft">
          {ago(createdAt)}
        </time>
      </div>
      {post && <PostThumb caption={post.caption} imageUrl={post.imageUrl} />}
      {!read && (
        <span className="absolute left-1 size-2 rounded-full bg-accent rail:left-0.5">
          <span className="sr-only">{t('notifications.unread')}</span>
        </span>
      )}
    </article>
  );
}
