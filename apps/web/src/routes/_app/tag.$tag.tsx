import { createFileRoute } from '@tanstack/react-router';
import Hash from 'lucide-react/icons/hash';
import { useTranslation } from 'react-i18next';
import { FoundPosts } from '../../features/search/FoundPosts.tsx';
import { WithPanel } from '../../features/shell/WithPanel.tsx';
import { itemsOf, paging, tagInput } from '../../lib/lists.ts';
import { trpc } from '../../lib/trpc.ts';
import { EmptyState } from '../../ui/States.tsx';

function TagScreen({ tag }: { tag: string }) {
  const { t } = useTranslation();
  const list = trpc.tags.posts.useInfiniteQuery(tagInput(tag), paging);
  const heading = `#${tag}`;
  return (
    <WithPanel className="py-5 rail:py-8">
      <title>{t('common.pageTitle', { page: heading })}</title>
      <h1 className="px-4 pb-4 text-28 font-bold tracking-tight break-words rail:px-0">{heading}</h1>
      <FoundPosts
        name={`tag-${tag}`}
        label={t('search.withTag', { tag })}
        list={list}
        posts={itemsOf(list.data)}
        none={<EmptyState icon={Hash} title={t('search.noTagged', { tag })} />}
      />
    </WithPanel>
  );
}

export const Route = createFileRoute('/_app/tag/$tag')({
  component: () => {
    const tag = Route.useParams().tag.replace(/^#/, '').slice(0, 100).toLowerCase();
    return <TagScreen key={tag} tag={tag} />;
  },
});
