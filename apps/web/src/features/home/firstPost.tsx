import Sparkles from 'lucide-react/icons/sparkles';
import { useTranslation } from 'react-i18next';
import { itemsOf, paging, userPostsInput } from '../../lib/lists.ts';
import { trpc } from '../../lib/trpc.ts';
import type { PostView } from '../../lib/types.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { PostCard } from '../feed/PostCard.tsx';

/** How long, in milliseconds, a member's first post stays at the top of Home. */
const day = 86_400_000;

/**
 * Returns the member's only post, if it is less than a day old, from the list of the account screen or, if that is not loaded,
 * from the feed. `pending` is true until this is known.
 */
export function useFirstPost(feed: PostView[]): { post: PostView | undefined; pending: boolean } {
  const { userId, postsCount } = useViewer();
  const enabled = postsCount === 1;
  const own = trpc.posts.byUser.useInfiniteQuery(userPostsInput(userId), { ...paging, enabled });
  const post = enabled ? (itemsOf(own.data)[0] ?? feed.find((each) => each.userId === userId)) : undefined;
  const isRecent = post && Date.now() - new Date(post.createdAt).getTime() < day;
  return { post: isRecent ? post : undefined, pending: enabled && own.isLoading && !post };
}

/** Shows the member's first post at the top of the member's Home, with a friendly sentence. */
export function FirstPost({ post }: { post: PostView }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="first-post" className="pb-3 wide:pb-5">
      <div className="flex gap-3 px-4 py-4 rail:px-1 rail:pt-0">
        <Sparkles aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
        <div>
          <h2 id="first-post" className="text-17 font-semibold">
            {t('home.firstPost')}
          </h2>
          <p className="text-15 text-pretty text-soft">{t('home.firstPostLead')}</p>
        </div>
      </div>
      <PostCard post={post} eager />
    </section>
  );
}
