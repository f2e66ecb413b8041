import { useTranslation } from 'react-i18next';
import { usePopup } from '../../lib/popups.ts';
import type { PostView } from '../../lib/types.ts';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { CommentForm } from '../comments/CommentForm.tsx';
import { CommentList } from '../comments/CommentList.tsx';
import { LikeButton } from '../likes/LikeButton.tsx';
import { useLikePost } from '../likes/useLikePost.ts';
import { CaptionText } from './CaptionText.tsx';
import { hasText, peopleIn } from './captionParts.ts';
import { PostHeader } from './PostHeader.tsx';
import { PostPicture } from './PostPicture.tsx';
import { WithLine } from './WithLine.tsx';

/** A post by itself: the picture beside its words and comments. */
export function PostViewer({ post }: { post: PostView }) {
  const { t } = useTranslation();
  const { close } = usePopup();
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
            {/* Beside long words the picture stays whole and in sight, in the middle of what the popup shows. */}
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
          <CommentForm postId={post.postId} onSent={() => undefined} />
          <CommentList postId={post.postId} />
        </div>
      </article>
    </Dialog>
  );
}
