import { PostArticleSkeleton } from '../features/posts/PostArticleSkeleton.tsx';
import { CardSkeleton } from '../features/posts/PostSkeleton.tsx';
import { HeaderSkeleton, TilesSkeleton } from '../features/profile/ProfileSkeleton.tsx';
import { emptyStyle, Skeleton, times } from '../ui/Skeleton.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';

/** The outline (a placeholder until the app renders) of the pages for visitors. */
function Visitor() {
  return (
    <div className="hidden min-h-dvh bg-ground in-data-[outline=visitor]:grid rail:grid-cols-2 wide:grid-cols-[1.1fr_1fr]">
      <div className="hidden bg-accent-wash rail:block" />
      <div className="flex flex-col px-5 py-6 max-rail:pb-3">
        <div className="rail:invisible">
          <Wordmark />
        </div>
        <div className="mx-auto mt-4 h-32 w-full max-w-95 rounded-card bg-accent-wash rail:hidden [@media(height<46rem)]:hidden" />
        <div className="m-auto flex w-full max-w-95 max-rail:mt-0 flex-col gap-7 py-8 max-rail:pt-6 max-rail:pb-3">
          <div className="flex flex-col gap-3">
            <Skeleton className="h-7 w-3/5" />
            <Skeleton className="h-5 w-4/5" />
          </div>
          <div className="flex flex-col gap-6">
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
            <Skeleton className="h-12 rounded-full" />
          </div>
        </div>
      </div>
    </div>
  );
}

/** A placeholder for a row of the list of chats. */
function ChatSkeleton() {
  return (
    <div data-part="chat" className="flex min-h-18 items-center gap-3 p-2">
      <Skeleton part="avatar" className="relative size-12 shrink-0 overflow-hidden rounded-full" />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p data-part="name" className={`truncate font-semibold empty:my-1 empty:h-3.5 empty:w-2/5 ${emptyStyle}`} />
        <p
          data-part="line"
          className={`line-clamp-2 text-13 text-soft empty:my-1 empty:block empty:h-3 empty:w-3/5 ${emptyStyle}`}
        />
      </div>
    </div>
  );
}

/** The outline (a placeholder until the app renders) of the top bar, the side menu and the tab bar. */
function Frame() {
  return (
    <>
      <div className="sticky top-0 z-30 flex min-h-13 items-center border-b border-line bg-ground pl-4 in-data-[outline=chat]:hidden rail:hidden">
        <Wordmark />
      </div>
      <div className="fixed inset-y-0 left-0 z-30 hidden w-20 flex-col items-center border-r border-line bg-ground px-3 py-6 rail:flex wide:left-(--beside) wide:w-60 wide:items-start wide:pl-7">
        <span className="wide:hidden">
          <Wordmark compact />
        </span>
        <span className="hidden wide:block wide:pt-2">
          <Wordmark />
        </span>
      </div>
      <div className="fixed inset-x-0 bottom-0 z-30 flex min-h-14 border-t border-line bg-ground pb-[env(safe-area-inset-bottom)] in-data-[outline=chat]:hidden rail:hidden" />
    </>
  );
}

/**
 * The placeholder of the page until the app renders. The build writes it into index.html. The attribute `data-outline` of the
 * root element decides which parts are visible, and start/draw.ts fills in data.
 */
export function Outline() {
  return (
    <div aria-hidden>
      <Visitor />
      <div className="hidden min-h-dvh bg-ground not-in-data-[outline=visitor]:in-data-outline:block">
        <Frame />
        <div className="rail:pb-8 rail:pl-20 wide:pr-(--beside) wide:pl-[calc(var(--beside)+15rem)]">
          <div
            data-outline-of="home"
            className="mx-auto hidden max-w-255 justify-center gap-10 rail:px-6 in-data-[outline=home]:flex wide:max-w-full"
          >
            <div className="flex w-full max-w-155 min-w-0 flex-col gap-[12px] rail:pt-18 wide:gap-[20px] wide:pt-6">
              <CardSkeleton />
              <CardSkeleton />
            </div>
            <div className="hidden w-80 shrink-0 wide:block" />
          </div>
          <div
            data-outline-of="post"
            className="mx-auto hidden max-w-255 justify-center gap-10 rail:px-6 in-data-[outline=post]:flex wide:max-w-full"
          >
            <div className="w-full max-w-155 min-w-0 rail:py-6">
              <div className="overflow-clip rail:rounded-card rail:border rail:border-line rail:bg-surface">
                <PostArticleSkeleton />
              </div>
            </div>
            <div className="hidden w-80 shrink-0 wide:block" />
          </div>
          <div
            data-outline-of="messages"
            className="hidden flex-col border-line in-data-[outline=messages]:flex rail:min-h-dvh rail:w-75 rail:border-r"
          >
            <div className="flex flex-col gap-3 px-4 pt-4 pb-3 rail:pt-6">
              <div className="flex min-h-11 items-center">
                <p
                  data-part="title"
                  className={`text-28 font-bold tracking-tight rail:text-21 rail:tracking-normal empty:h-7 empty:w-32 ${emptyStyle}`}
                />
              </div>
              <Skeleton className="h-11 rounded-full" />
            </div>
            <div className="flex flex-col gap-0.5 px-2">
              {times(8).map((row) => (
                <ChatSkeleton key={row} />
              ))}
            </div>
          </div>
          <div
            data-outline-of="account"
            className="mx-auto hidden max-w-235 rail:px-6 in-data-[outline=account]:block in-data-[outline=user]:block"
          >
            <HeaderSkeleton />
            {/* Reserves the space for the two tabs of the account screen. */}
            <div className="mb-2 hidden h-[45px] border-b border-line in-data-[outline=account]:block rail:mb-4" />
            <TilesSkeleton />
          </div>
        </div>
      </div>
    </div>
  );
}
