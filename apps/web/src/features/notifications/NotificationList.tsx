import Bell from 'lucide-react/icons/bell';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type Filter, itemsOf, notificationsInput, paging } from '../../lib/lists.ts';
import { trpc } from '../../lib/trpc.ts';
import { useFirstItems } from '../../ui/LoadMore.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { NotificationRow } from './NotificationRow.tsx';
import { Samples } from './Samples.tsx';
import { useMarkAllRead } from './useMarkAllRead.ts';

const emptyTexts = { follow: 'noFollow', likes: 'noLikes', comments: 'noComments' } as const;

/** The paging state of a section that is not the last one: it never loads more items. */
const completeList = {
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => {},
};

/** Two sections: the notifications that were unread when the screen was opened or have arrived since, and all other ones. */
export function NotificationList({ filter }: { filter: Filter }) {
  const { t } = useTranslation();
  const id = useId();
  const all = trpc.notifications.list.useInfiniteQuery(notificationsInput('all'), paging);
  const list = trpc.notifications.list.useInfiniteQuery(notificationsInput(filter), paging);
  const items = itemsOf(list.data);
  const isNew = useMarkAllRead(itemsOf(all.data));
  const anyMore = useFirstItems(all, itemsOf(all.data).length);
  const more = useFirstItems(list, items.length);

  const samples = all.data && !anyMore && itemsOf(all.data).every(({ kind }) => kind === 'signIn') && <Samples />;
  if (samples && !itemsOf(all.data).length) return samples;
  if (!list.data && (list.isError || list.isPaused)) {
    return <ErrorState title={t('notifications.failed')} onRetry={() => void list.refetch()} />;
  }
  if (!all.data || !list.data || more) {
    return (
      <div className="px-4 rail:px-0">
        <SkeletonList rows={8} large />
      </div>
    );
  }
  if (!items.length && filter !== 'all') {
    if (samples) return samples;
    return <EmptyState icon={Bell} title={t(`notifications.${emptyTexts[filter]}`)} />;
  }
  const groups = [
    { name: 'new' as const, items: items.filter(isNew) },
    { name: 'earlier' as const, items: items.filter((item) => !isNew(item)) },
  ].filter((group) => group.items.length > 0);
  const sections = groups.map((group, index) => {
    const last = index === groups.length - 1;
    const heading = `${id}-${group.name}`;
    return (
      <section key={`${filter}-${group.name}`} aria-labelledby={heading} className="pb-4 rail:-mx-3">
        <h2 id={heading} className="px-4 pt-1 pb-1 text-17 font-bold rail:px-3">
          {t(`notifications.${group.name}`)}
        </h2>
        <PagedList
          name={`notifications-${filter}-${group.name}`}
          label={t(`notifications.${group.name}`)}
          items={group.items}
          more={last ? list : completeList}
          estimate={(item) => (item.excerpt ? 96 : 76)}
          keyOf={(item) => item.notificationId}
          render={(item, position) => (
            <NotificationRow notification={item} unread={group.name === 'new'} {...position} />
          )}
          skeleton={<SkeletonList rows={2} large />}
        />
      </section>
    );
  });
  return (
    <>
      {sections}
      {samples}
    </>
  );
}
