import { useQueryClient } from '@tanstack/react-query';
import ImageOff from 'lucide-react/icons/image-off';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../lib/failure.ts';
import { useOnScreen } from '../../lib/onScreen.ts';
import { usePopup } from '../../lib/popups.ts';
import { useViewer } from '../../lib/session.ts';
import { trpc } from '../../lib/trpc.ts';
import type { PostView } from '../../lib/types.ts';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { CommentForm } from '../comments/CommentForm.tsx';
import { CommentList } from '../comments/CommentList.tsx';
import { PostEditor } from '../composer/PostEditor.tsx';
import { LikeButton, useLikePost } from '../likes/LikeButton.tsx';
import { CaptionText, WithLine } from './CaptionText.tsx';
import { hasText, peopleIn } from './captionParts.ts';
import { PostHeader } from './PostHeader.tsx';
import { PostPicture } from './PostPicture.tsx';
import { PostSkeleton } from './PostSkeleton.tsx';
import { findPost } from './postCache.ts';

/** A post by itself: the picture beside its words and comments. */
export function PostViewer({ post }: { post: PostView }) {
  const { t } = useTranslation();
  const { close } = usePopup();
  useOnScreen(post.postId);
  const like = useLikePost(post);
  const pictured = post.image !== null;
  return (
    <Dialog
      title={t('profile.viewPost', { name: post.user.userName })}
      size={pictured ? 'large' : 'medium'}
      onClose={close}
    >
      <article className={cx('flex flex-col', pictured && 'min-[56.25rem]:grid min-[56.25rem]:grid-cols-[1.4fr_1fr]')}>
        {pictured && (
          <div className="bg-sunken">
            {/* Beside a long text the picture stays in view, centred in the visible part of the popup. */}
            <div className="flex items-center min-[56.25rem]:sticky min-[56.25rem]:top-0 min-[56.25rem]:h-full min-[56.25rem]:max-h-[calc(100dvh-7.625rem)] *:w-full">
              <PostPicture
                post={post}
                eager
                flush
                sizes="(min-width: 56.25rem) 580px, 100vw"
                onDoubleTap={() => like(true)}
              />
            </div>
          </div>
        )}
        <div className="flex min-w-0 flex-col gap-3 p-4 rail:p-5">
          <PostHeader post={post} />
          {(hasText(post.caption) || !post.caption) && (
            <p className={post.caption ? 'text-15 whitespace-pre-wrap' : 'text-15 text-soft'}>
              {post.caption ? <CaptionText caption={post.caption} /> : t('post.noCaption')}
            </p>
          )}
          <WithLine people={peopleIn(post.caption)} />
          <div className="-mx-2.5">
            <LikeButton post={post} />
          </div>
          <CommentForm post={post} onSent={() => undefined} />
          <CommentList post={post} />
        </div>
      </article>
    </Dialog>
  );
}

/** The post of the address: a closer look at it, or the editor for one's own where the address says so. */
export default function PostPopup({ postId }: { postId: number }) {
  const { t } = useTranslation();
  const { edit, close } = usePopup();
  const client = useQueryClient();
  const viewer = useViewer();
  const query = trpc.posts.byId.useQuery({ postId }, { placeholderData: () => findPost(client, postId), retry: false });
  const gone = query.isError && failureOf(query.error).code === 'not-found';
  // What was there a moment ago may be for others now.
  const post = gone ? undefined : query.data;
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
