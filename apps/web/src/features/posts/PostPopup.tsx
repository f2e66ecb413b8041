import { useQueryClient } from '@tanstack/react-query';
import ImageOff from 'lucide-react/icons/image-off';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../lib/failure.ts';
import { usePopup } from '../../lib/popups.ts';
import { findPost } from '../../lib/postCache.ts';
import { useViewer } from '../../lib/session.ts';
import { trpc } from '../../lib/trpc.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PostEditor } from '../composer/PostEditor.tsx';
import { PostSkeleton } from './PostSkeleton.tsx';
import { PostViewer } from './PostViewer.tsx';

/** The post of the address: a closer look at it, or the editor for one's own where the address says so. */
export default function PostPopup({ postId }: { postId: number }) {
  const { t } = useTranslation();
  const { edit, close } = usePopup();
  const client = useQueryClient();
  const viewer = useViewer();
  const query = trpc.posts.byId.useQuery({ postId }, { placeholderData: () => findPost(client, postId), retry: false });
  const post = query.data;
  const gone = query.isError && failureOf(query.error).code === 'not-found';
  if (!post) {
    return (
      <Dialog title={t('post.title')} onClose={close}>
        {query.isPending && <PostSkeleton cards={1} />}
        <div role="alert">{gone && <EmptyState icon={ImageOff} title={t('post.gone')} />}</div>
        {query.isError && !gone && <ErrorState onRetry={() => void query.refetch()} />}
      </Dialog>
    );
  }
  return edit && post.userId === viewer.userId ? <PostEditor post={post} /> : <PostViewer post={post} />;
}
