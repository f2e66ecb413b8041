import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { itemsOf, paging } from '../../lib/lists.ts';
import { trpc } from '../../lib/trpc.ts';
import type { PostView } from '../../lib/types.ts';
import { LoadMore, useFirstItems } from '../../ui/LoadMore.tsx';
import { nameOf } from '../../ui/PersonName.tsx';
import { Skeleton, SkeletonList, times } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { captionText } from '../posts/captionParts.ts';
import { PostLink } from '../posts/PostLink.tsx';
import { EventHead } from './EventHead.tsx';

/** A row for the event of a post, which opens the post. */
function EventRow({ post }: { post: PostView }) {
  const { t } = useTranslation();
  const { event } = post;
  if (!event) return null;
  const [title] = captionText(post.caption).trim().split('\n');
  const { yes } = event.answers;
  const said = [
    ...(yes > 0 ? [t('events.come', { count: yes })] : []),
    ...(event.mine ? [t('events.yourAnswer', { answer: t(`events.${event.mine}`) })] : []),
  ];
  return (
    <PostLink
      postId={post.postId}
      className="flex flex-col rounded-card border border-line bg-surface p-3 transition-colors hover:border-edge"
    >
      <EventHead event={event} {...(title && { title })} />{' '}
      <span className="truncate pl-17 text-13 text-soft">
        <bdi>{nameOf(post.user)}</bdi>
        {said.map((text) => (
          <Fragment key={text}>
            {' · '}
            <span>{text}</span>
          </Fragment>
        ))}
      </span>
    </PostLink>
  );
}

const rows = (posts: PostView[]) => (
  <ul className="flex flex-col gap-2">
    {posts.map((post) => (
      <li key={post.postId}>
        <EventRow post={post} />
      </li>
    ))}
  </ul>
);

/** The number of events at the top of Browse. */
const first = 3;

/** The next events, above the other content of Browse, which waits for them, because they would push it down. */
export function ComingUp({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const list = trpc.events.list.useInfiniteQuery({ limit: first }, { ...paging, staleTime: 60_000 });
  if (list.isLoading) return <SkeletonList />;
  const posts = itemsOf(list.data);
  return (
    <>
      {posts.length > 0 && (
        <section aria-labelledby="coming-up" className="flex flex-col gap-2">
          <div className="flex items-center justify-between gap-2">
            <h2 id="coming-up" className="text-17 font-semibold">
              {t('events.comingUp')}
            </h2>
            {list.hasNextPage && (
              <Link
                to="/browser"
                search={{ events: true }}
                className="inline-flex min-h-11 shrink-0 items-center px-2 text-15 font-semibold text-accent-text underline-offset-4 hover:underline"
              >
                {t('events.all')}
              </Link>
            )}
          </div>
          {rows(posts)}
        </section>
      )}
      {children}
    </>
  );
}

/** All events that are to come. */
export function EventList() {
  const { t } = useTranslation();
  const list = trpc.events.list.useInfiniteQuery({ limit: 20 }, paging);
  const posts = itemsOf(list.data);
  const isFilling = useFirstItems(list, posts.length);
  return (
    <section aria-labelledby="events" className="flex flex-col gap-3">
      <h2 id="events" className="text-17 font-semibold">
        {t('events.comingUp')}
      </h2>
      {list.isError && !list.data && <ErrorState onRetry={() => void list.refetch()} />}
      {(list.isLoading || isFilling) && times(4).map((row) => <Skeleton key={row} className="h-29" />)}
      {list.data && posts.length === 0 && !isFilling && <p className="text-15 text-soft">{t('events.none')}</p>}
      {rows(posts)}
      <LoadMore key={list.data?.pages.length} more={list} />
    </section>
  );
}
