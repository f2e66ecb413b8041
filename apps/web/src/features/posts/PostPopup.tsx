import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import ImageOff from 'lucide-react/icons/image-off';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../lib/failure.ts';
import { usePopup, usePopupSearch } from '../../lib/popups.ts';
import { useViewer } from '../../lib/session.ts';
import { trpc } from '../../lib/trpc.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { PostEditor } from '../composer/PostEditor.tsx';
import { PostArticle } from './PostArticle.tsx';
import { PostSkeleton } from './PostSkeleton.tsx';
import { findPost } from './postCache.ts';

/** The post with this id, from a cached list until it is fetched; `gone` if it does not exist for the viewer. */
export function usePost(postId: number) {
  const client = useQueryClient();
  const query = trpc.posts.byId.useQuery({ postId }, { placeholderData: () => findPost(client, postId), retry: false });
  const gone = query.isError && failureOf(query.error).code === 'not-found';
  // A cached copy is not shown if the post was deleted or its audience narrowed since.
  return { query, gone, post: gone ? undefined : (query.data ?? findPost(client, postId)) };
}

/** Shown if the post is deleted or not visible to the reader; does not reveal which. */
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

/** The post whose id is in the address, in a popup, or its editor if the address asks for that. */
export default function PostPopup({ postId }: { postId: number }) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const { edit, likes } = usePopupSearch();
  const viewer = useViewer();
  const { query, gone, post } = usePost(postId);
  if (!post) {
    return (
      <Dialog title={t('post.title')} onClose={close}>
        {query.isPending && <PostSkeleton cards={1} />}
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
