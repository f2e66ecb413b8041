import Maximize2 from 'lucide-react/icons/maximize-2';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnScreen } from '../../lib/onScreen.ts';
import { useViewing } from '../../lib/popups.ts';
import type { PostView } from '../../lib/types.ts';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { LiveText } from '../../ui/LiveText.tsx';
import { nameOf } from '../../ui/PersonName.tsx';
import { articleSizes, frameRatio } from '../../ui/pictureSource.ts';
import { BookmarkButton } from '../bookmarks/BookmarkButton.tsx';
import { CommentForm } from '../comments/CommentForm.tsx';
import { CommentList } from '../comments/CommentList.tsx';
import { LikeButton, useLikePost } from '../likes/LikeButton.tsx';
import { TextTile } from '../posts/Caption.tsx';
import { captionText, hasText } from '../posts/captionParts.ts';
import { PostArticleFrame } from '../posts/PostArticleFrame.tsx';
import { PostHeader } from '../posts/PostHeader.tsx';
import { PostPicture, pictureAlt } from '../posts/PostPicture.tsx';
import { mentionedPeople, TaggedPeople } from '../posts/TaggedPeople.tsx';
import { isTextOnly } from '../posts/tiles.ts';
import { PostMenuButton } from './PostMenuButton.tsx';

const PictureViewer = lazy(() => import('../posts/PictureViewer.tsx'));

interface Props {
  post: PostView;
  /** Keeps the text below the picture even on a wide screen, for use in a narrow column. */
  stacked?: boolean;
}

/** A post in full. In a wide popup the picture is beside the text and comments. */
export function PostArticle({ post, stacked = false }: Props) {
  const { t } = useTranslation();
  useOnScreen(post.postId);
  const like = useLikePost(post);
  const pictured = post.image !== null;
  const beside = pictured && !stacked;
  const textOnly = isTextOnly(post);
  const ready = post.images.some(({ status }) => status === 'ready');
  const viewer = useViewing();
  return (
    <article className={cx('flex flex-col', beside && 'min-[56.25rem]:grid min-[56.25rem]:grid-cols-[1.4fr_1fr]')}>
      {pictured && (
        <PostArticleFrame ratio={frameRatio(post.image?.width ?? null, post.image?.height ?? null)} beside={beside}>
          <PostPicture
            post={post}
            eager
            flush
            sizes={articleSizes}
            onTap={viewer.open}
            onDoubleTap={() => like(true)}
          />
          {ready && (
            <span className="absolute bottom-1 left-1">
              <IconButton label={t('post.enlarge')} onClick={() => viewer.open(0)} className="hover:bg-transparent">
                <span className="grid size-8 place-items-center rounded-full bg-veil text-over-picture">
                  <Maximize2 aria-hidden className="size-4" />
                </span>
              </IconButton>
            </span>
          )}
        </PostArticleFrame>
      )}
      {viewer.viewing !== undefined && ready && (
        <Suspense>
          <PictureViewer
            title={t('post.viewer', { name: nameOf(post.user) })}
            pictures={post.images.map((picture) => ({ ...picture, label: pictureAlt(t, post, picture) }))}
            index={viewer.viewing}
            onClose={viewer.close}
          />
        </Suspense>
      )}
      <div className="flex min-w-0 flex-col gap-3 p-4 rail:p-5">
        <PostHeader post={post} open>
          <PostMenuButton post={post} />
        </PostHeader>
        {textOnly && (
          <div className="-mx-4 rail:mx-0">
            <TextTile post={post} whole onDoubleTap={() => like(true)} />
          </div>
        )}
        {!textOnly && (hasText(post.caption) || !post.caption) && (
          <p className={post.caption ? 'text-15 whitespace-pre-wrap' : 'text-15 text-soft'}>
            {post.caption ? <LiveText text={captionText(post.caption)} /> : t('post.noCaption')}
          </p>
        )}
        <TaggedPeople people={mentionedPeople(post.caption)} />
        <div className="-mx-2.5 flex">
          <LikeButton post={post} />
          <BookmarkButton post={post} />
        </div>
        <CommentForm post={post} onSent={() => undefined} />
        <CommentList post={post} />
      </div>
    </article>
  );
}
