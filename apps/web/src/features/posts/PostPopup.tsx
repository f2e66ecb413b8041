import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import ImageOff from 'lucide-react/icons/image-off';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../lib/failure.ts';
import { usePopup, usePopupSearch } from '../../lib/popups.ts';
import { trpc } from '../../lib/trpc.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { PostEditor } from '../composer/PostEditor.tsx';
import { PostArticle } from './PostArticle.tsx';
import { PostArticleSkeleton } from './PostArticleSkeleton.tsx';
import { findPost } from './postCache.ts';

/**
 * Returns a post by its id. Until the post is fetched, returns a copy from a cached list. `gone` is true if the post does not
 * exist or the viewer may not see it.
 */
export function usePost(postId: number) {
  const client = useQueryClient();
  const query = trpc.posts.byId.useQuery({ postId }, { placeholderData: () => findPost(client, postId), retry: false });
  const gone = query.isError && failureOf(query.error).code === 'not-found';
  // If the server says that the post is gone for the viewer, the cached copy is not shown either.
  return { query, gone, post: gone ? undefined : (query.data ?? findPost(client, postId)) };
}

/** Shown if the post is deleted or not visible to the reader. The text does not reveal which of these is the case. */
export function PostGone() {
  const { t } = useTranslation();
  return (
    <EmptyState icon={ImageOff} title={t('post.gone')} lead={t('post.goneLead')}>
      <Link
        to="/home"
        className="inline-flex min-h-11 items-center rounded-full bg-accent px-5 font-semibold text-accent-ink hover:bg-accent-strong"
      >
        {t('notFound.home')}
      </Link>
    </EmptyState>
  );
}

/** Shows the post with the id from the address in a popup, or the editor if the address asks for it. */
export default function PostPopup({ postId }: { postId: number }) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const { edit, likes } = usePopupSearch();
  const viewer = useViewer();
  const { query, gone, post } = usePost(postId);
  if (!post) {
    return (
      <Dialog title={t('post.title')} onClose={close}>
        {query.isPending && <PostArticleSkeleton />}
        <div role="alert">{gone && <PostGone />}</div>
        {query.isError && !gone && <ErrorState onRetry={() => void query.refetch()} />}
      </Dialog>
    );
  }
  if (edit && post.userId === viewer.userId) return <PostEditor post={post} />;
  return (
    <Dialog
      title={t('profile.viewPost', { name: post.user.userName })}
      size={post.image ? 'large' : 'medium'}
      covered={likes !== undefined}
      onClose={close}
    >
      <PostArticle post={post} />
    </Dialog>
  );
}
