import Compass from 'lucide-react/icons/compass';
import { useTranslation } from 'react-i18next';
import { itemsOf, paging, popularInput } from '../../lib/lists.ts';
import { trpc } from '../../lib/trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ExploreSkeleton } from './ExploreSkeleton.tsx';
import { PopularPosts } from './PopularPosts.tsx';

export function ExploreScreen() {
  const { t } = useTranslation();
  const list = trpc.posts.popular.useInfiniteQuery(popularInput, paging);
  const posts = itemsOf(list.data);
  return (
    <div className="mx-auto max-w-260 rail:px-6 rail:py-8">
      <title>{t('common.pageTitle', { page: t('explore.title') })}</title>
      <h1 className="px-4 pt-5 pb-4 text-28 font-bold tracking-tight rail:px-0 rail:pt-0">{t('explore.heading')}</h1>
      {list.isPending && <ExploreSkeleton />}
      {list.isError && !list.data && <ErrorState title={t('explore.failed')} onRetry={() => void list.refetch()} />}
      {list.data && !posts.length && (
        <EmptyState icon={Compass} title={t('explore.empty')} lead={t('explore.emptyLead')} />
      )}
      {posts.length > 0 && <PopularPosts posts={posts} more={list} />}
    </div>
  );
}
