import { createFileRoute, Navigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { PostArticle } from '../../features/feed/PostArticle.tsx';
import { PostArticleSkeleton } from '../../features/posts/PostArticleSkeleton.tsx';
import { PostGone } from '../../features/posts/PostGone.tsx';
import { usePost } from '../../features/posts/usePost.ts';
import { WithPanel } from '../../features/shell/WithPanel.tsx';
import { loadPost } from '../../lib/loadScreens.ts';
import { usePopupSearch } from '../../lib/popups.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { nameOf } from '../../ui/PersonName.tsx';
import { ErrorState } from '../../ui/States.tsx';

const PostEditor = lazy(() => import('../../features/composer/PostEditor.tsx'));

function PostScreen({ postId }: { postId: number }) {
  const { t } = useTranslation();
  const { edit, post: over } = usePopupSearch();
  const viewer = useViewer();
  const { query, gone, post } = usePost(postId);
  const editing = edit && over === undefined && post?.userId === viewer.userId;
  const title = post ? t('profile.viewPost', { name: nameOf(post.user) }) : t('post.title');
  return (
    <WithPanel className="rail:py-6">
      <title>{t('common.pageTitle', { page: title })}</title>
      <h1 className="sr-only">{title}</h1>
      <div role="alert">{gone && <PostGone />}</div>
      {query.isError && !gone && <ErrorState onRetry={() => void query.refetch()} />}
      {(post || query.isPending) && (
        <div className="overflow-clip rail:rounded-card rail:border rail:border-line rail:bg-surface">
          {post ? <PostArticle post={post} stacked /> : <PostArticleSkeleton />}
        </div>
      )}
      {editing && (
        <Suspense fallback={null}>
          <PostEditor post={post} />
        </Suspense>
      )}
    </WithPanel>
  );
}

function PostPage() {
  const { postId } = Route.useParams();
  return /^[1-9]\d{0,15}$/.test(postId) ? (
    <PostScreen key={postId} postId={Number(postId)} />
  ) : (
    <Navigate to="/404" replace />
  );
}

export const Route = createFileRoute('/_app/post/$postId')({
  loader: ({ params }) => loadPost(params.postId),
  component: PostPage,
});
