import { emptyStyle, Skeleton } from '../../ui/Skeleton.tsx';

/**
 * A placeholder for an open post whose text is below its picture. start/draw.ts finds its parts by `data-part`, and sets the
 * aspect ratio of the picture.
 */
export function PostArticleSkeleton() {
  return (
    <div data-part="article" className="flex flex-col">
      <div data-part="frame" className="flex items-center bg-sunken">
        <div className="relative mx-auto w-full rail:max-w-[calc(60dvh*var(--ratio,1.333))] min-[56.25rem]:max-w-[calc((100dvh-7.625rem)*var(--ratio,1.333))]">
          <Skeleton
            part="picture"
            className="relative mx-auto aspect-[var(--ratio,1.333)] overflow-hidden rounded-none rail:max-h-[60dvh] min-[56.25rem]:max-h-[calc(100dvh-7.625rem)]"
          />
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-3 p-4 rail:p-5">
        <div className="flex min-h-13 items-center gap-3">
          <Skeleton part="avatar" className="relative size-10 shrink-0 overflow-hidden rounded-full" />
          <div className="min-w-0 flex-1">
            <p
              data-part="name"
              className={`font-semibold leading-7 empty:my-1.75 empty:h-3.5 empty:w-32 ${emptyStyle}`}
            />
            <Skeleton className="my-1.5 h-3 w-16" />
          </div>
        </div>
        <div data-part="tile" className="-mx-4 empty:hidden rail:mx-0" />
        <p
          data-part="caption"
          className={`text-15 whitespace-pre-wrap empty:my-1 empty:h-3.5 empty:w-4/5 ${emptyStyle}`}
        />
        <div className="flex h-11 items-center gap-5">
          <Skeleton className="h-6 w-10" />
          <Skeleton className="h-6 w-6" />
        </div>
        <Skeleton className="h-11 rounded-full" />
      </div>
    </div>
  );
}
