import { useTranslation } from 'react-i18next';
import type { PostView } from '../../lib/types.ts';
import { useMedia } from '../../lib/useMedia.ts';
import { PagedList } from '../../ui/PagedList.tsx';
import type { MorePages } from '../../ui/useNearEnd.ts';
import { estimateCard } from '../posts/estimateCard.ts';
import { PostCard } from '../posts/PostCard.tsx';
import { ExploreSkeleton } from './ExploreSkeleton.tsx';

interface Props {
  posts: PostView[];
  more: MorePages;
}

/** The ranking in one, two or three columns, in the ranking's order for the keyboard. */
export function PopularPosts({ posts, more }: Props) {
  const { t } = useTranslation();
  const three = useMedia('(min-width: 68.75rem)');
  const two = useMedia('(min-width: 43.75rem)');
  const columns = three ? 3 : two ? 2 : 1;
  return (
    <PagedList
      name="popular"
      label={t('explore.heading')}
      items={posts}
      more={more}
      columns={columns}
      gap={columns > 1 ? 16 : 0}
      estimate={estimateCard(columns > 1 ? 330 : innerWidth, { form: false })}
      keyOf={(post) => post.postId}
      render={(post, position) => (
        <PostCard
          post={post}
          formOnDemand
          eager={position['aria-posinset'] <= columns}
          sizes="(min-width: 68.75rem) 330px, (min-width: 43.75rem) 50vw, 100vw"
          {...position}
        />
      )}
      skeleton={<ExploreSkeleton />}
    />
  );
}
