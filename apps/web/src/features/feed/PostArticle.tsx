import Maximize2 from 'lucide-react/icons/maximize-2';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { keyboardHeight } from '../../lib/keyboard.ts';
import { useOnScreen } from '../../lib/onScreen.ts';
import { useViewing } from '../../lib/popups.ts';
import type { PostView } from '../../lib/types.ts';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { LiveText } from '../../ui/LiveText.tsx';
import { lazyOptional } from '../../ui/Optional.tsx';
import { nameOf } from '../../ui/PersonName.tsx';
import { articleSizes, frameRatio } from '../../ui/pictureSource.ts';
import { BookmarkButton } from '../bookmarks/BookmarkButton.tsx';
import { CommentForm } from '../comments/CommentForm.tsx';
import { CommentList } from '../comments/CommentList.tsx';
import EventCard from '../events/EventCard.tsx';
import { LikeButton, useLikePost } from '../likes/LikeButton.tsx';
import LinkCard from '../linkPreviews/LinkCard.tsx';
import { PollPlace } from '../polls/PollPlace.tsx';
import { TextTile } from '../posts/Caption.tsx';
import { captionText, hasText } from '../posts/captionParts.ts';
import { PostArticleFrame } from '../posts/PostArticleFrame.tsx';
import { PostHeader } from '../posts/PostHeader.tsx';
import { PostPicture, pictureAlt } from '../posts/PostPicture.tsx';
import { TaggedPeople } from '../posts/TaggedPeople.tsx';
import { isTextOnly } from '../posts/tiles.ts';
import { PostMenuButton } from './PostMenuButton.tsx';

const Album = lazyOptional(() => import('../albums/Album.tsx'));
const PictureViewer = lazy(() => import('../posts/PictureViewer.tsx'));

interface Props {
  post: PostView;
  /** Keeps the text below the picture even on a wide screen, for use in a narrow column. */
  stacked?: boolean;
}

/** Keeps an element that is pinned to the end of the screen above a keyboard that the browser draws over the page. */
function useAboveKeyboard() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = visualViewport;
    if (!view) return;
    const place = () =>
      ref.current?.style.setProperty('--keyboard', `${Math.max(0, keyboardHeight() - view.offsetTop)}px`);
    const events = ['resize', 'scroll'] as const;
    for (const event of events) view.addEventListener(event, place);
    return () => {
      for (const event of events) view.removeEventListener(event, place);
    };
  }, []);
  return ref;
}

const pinned =
  'max-rail:sticky max-rail:bottom-[var(--keyboard,0px)] max-rail:z-10 max-rail:order-last max-rail:-mx-4 max-rail:mt-auto max-rail:-mb-4 max-rail:border-t max-rail:border-line max-rail:px-4 max-rail:pt-2';

/** On the post's own page the pinned field stands on the tab bar, and over it while the member writes. */
const pinnedOnPage =
  'max-rail:bg-ground max-rail:pb-[calc(4.25rem+env(safe-area-inset-bottom))] max-rail:focus-within:z-31 max-rail:focus-within:pb-[max(0.5rem,env(safe-area-inset-bottom))]';

const pinnedInPopup = 'max-rail:bg-surface max-rail:pb-[max(0.5rem,env(safe-area-inset-bottom))]';

/** The page's part below the top bar, down to the end of the screen, where the tab bar covers it. */
const pageHeight =
  'max-rail:-mb-[calc(4.5rem+env(safe-area-inset-bottom))] max-rail:min-h-[calc(100dvh-3.25rem-var(--banner,0px))]';

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
  const form = useAboveKeyboard();
  const [link] = post.links ?? [];
  return (
    <article
      className={cx(
        'flex flex-col',
        stacked ? pageHeight : 'max-rail:min-h-full',
        beside && 'min-[56.25rem]:grid min-[56.25rem]:grid-cols-[1.4fr_1fr]',
      )}
    >
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
      <div className="flex min-w-0 flex-col gap-3 p-4 max-rail:grow rail:p-5">
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
            {post.caption ? <LiveText text={captionText(post.caption)} written={post} /> : t('post.noCaption')}
          </p>
        )}
        {post.event && <EventCard post={post} />}
        {post.poll && <PollPlace poll={post.poll} by={post.userId} />}
        {link && <LinkCard link={link} />}
        <TaggedPeople post={post} />
        {post.album && (
          <Suspense>
            <Album post={post} />
          </Suspense>
        )}
        <div className="-mx-2.5 flex">
          <LikeButton post={post} />
          <BookmarkButton post={post} />
        </div>
        <div ref={form} data-pinned className={cx(pinned, stacked ? pinnedOnPage : pinnedInPopup)}>
          <CommentForm post={post} onSent={() => undefined} />
        </div>
        <CommentList post={post} />
      </div>
    </article>
  );
}
