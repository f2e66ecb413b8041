import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PostArticleFrame } from './PostArticleFrame.tsx';
import { flushClassName } from './PostPicture.tsx';
import { AuthorSkeleton, CaptionSkeleton } from './PostSkeleton.tsx';

/**
 * A placeholder for an open post whose text is below its picture. start/draw.ts finds its parts by `data-part`, and sets the
 * aspect ratio of the picture.
 */
export function PostArticleSkeleton() {
  return (
    <div data-part="article" className="flex flex-col">
      <PostArticleFrame>
        <Skeleton
          part="picture"
          className={cx('relative aspect-[var(--ratio,1.333)] overflow-hidden rounded-none', flushClassName)}
        />
      </PostArticleFrame>
      <div className="flex min-w-0 flex-col gap-3 p-4 rail:p-5">
        <AuthorSkeleton />
        <div data-part="tile" className="-mx-4 empty:hidden rail:mx-0" />
        <CaptionSkeleton />
        <div className="flex h-11 items-center gap-5">
          <Skeleton className="h-6 w-10" />
          <Skeleton className="h-6 w-6" />
        </div>
        <Skeleton className="h-11 rounded-full" />
      </div>
    </div>
  );
}
