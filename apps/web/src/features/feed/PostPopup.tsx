import { lazy, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { usePopup, usePopupSearch } from '../../lib/popups.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { nameOf } from '../../ui/PersonName.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { PostArticleSkeleton } from '../posts/PostArticleSkeleton.tsx';
import { PostGone } from '../posts/PostGone.tsx';
import { usePost } from '../posts/usePost.ts';
import { PostArticle } from './PostArticle.tsx';

const PostEditor = lazy(() => import('../composer/PostEditor.tsx'));

/** Shows the post with the id from the address in a popup, or the editor if the address asks for it. */
export default function PostPopup({ postId }: { postId: number }) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const { edit, likes } = usePopupSearch();
  const viewer = useViewer();
  const { query, gone, post } = usePost(postId);
  const wantsEditor = edit === true && post?.userId === viewer.userId;
  // Deferred, so that the post stays open while the editor's code is loading.
  const showsEditor = useDeferredValue(wantsEditor) && wantsEditor;
  if (!post) {
    return (
      <Dialog title={t('post.title')} screen onClose={close}>
        {query.isPending && <PostArticleSkeleton />}
        <div role="alert">{gone && <PostGone />}</div>
        {query.isError && !gone && <ErrorState onRetry={() => void query.refetch()} />}
      </Dialog>
    );
  }
  if (showsEditor) return <PostEditor post={post} />;
  return (
    <Dialog
      title={t('profile.viewPost', { name: nameOf(post.user) })}
      size={post.image ? 'large' : 'medium'}
      screen
      covered={likes !== undefined}
      onClose={close}
    >
      <PostArticle post={post} />
    </Dialog>
  );
}
