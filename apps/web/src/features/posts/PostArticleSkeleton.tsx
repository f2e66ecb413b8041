import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PostArticleFrame } from './PostArticleFrame.tsx';
import { flushClassName } from './PostPicture.tsx';
import { AuthorSkeleton, CaptionSkeleton } from './PostSkeleton.tsx';

/** A placeholder for an open post whose text is below its picture. */
export function PostArticleSkeleton() {
  return (
    <div className="flex flex-col">
      <PostArticleFrame>
        <Skeleton className={cx('aspect-4/3 rounded-none', flushClassName)} />
      </PostArticleFrame>
      <div className="flex min-w-0 flex-col gap-3 p-4 rail:p-5">
        <AuthorSkeleton />
        <CaptionSkeleton />
        <div className="flex h-11 items-center gap-5">
          <Skeleton className="h-6 w-10" />
          <Skeleton className="h-6 w-6" />
        </div>
        <Skeleton className="h-11 rounded-full max-rail:hidden" />
      </div>
    </div>
  );
}
