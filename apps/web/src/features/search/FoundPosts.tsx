import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PostView } from '../../lib/types.ts';
import { type MorePages, useFirstItems } from '../../ui/LoadMore.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { estimateCard, PostCard } from '../feed/PostCard.tsx';
import { PostSkeleton } from '../posts/PostSkeleton.tsx';

interface Props {
  name: string;
  label: string;
  list: MorePages & { isPending: boolean; isError: boolean; data: unknown; refetch: () => unknown };
  posts: PostView[];
  /** Content shown if nothing is found. */
  none: ReactNode;
}

/** The posts that a search found, in one column. */
export function FoundPosts({ name, label, list, posts, none }: Props) {
  const { t } = useTranslation();
  const more = useFirstItems(list, posts.length);
  if (list.isError && !list.data)
    return <ErrorState title={t('profile.listFailed')} onRetry={() => void list.refetch()} />;
  if (list.isPending || more) return <PostSkeleton />;
  return (
    <>
      <div role="status">{!posts.length && none}</div>
      {posts.length > 0 && (
        <PagedList
          name={name}
          label={label}
          items={posts}
          more={list}
          gap={innerWidth < 700 ? 0 : 16}
          estimate={estimateCard(Math.min(innerWidth, 620), { narrow: true })}
          keyOf={(post) => post.postId}
          render={(post, position) => (
            <PostCard
              post={post}
              narrow
              eager={position['aria-posinset'] <= 2}
              sizes="(min-width: 43.75rem) 570px, 100vw"
              {...position}
            />
          )}
          skeleton={<PostSkeleton cards={1} />}
        />
      )}
    </>
  );
}
