import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { transitionProps } from '../../lib/postTransition.ts';
import type { PostView } from '../../lib/types.ts';
import { cx } from '../../ui/cx.ts';
import { LiveText } from '../../ui/LiveText.tsx';
import { captionText, hasText, shortenCaption } from './captionParts.ts';
import { tileClassName, tileTextClassName } from './tiles.ts';
import { useTaps } from './useTaps.tsx';

/** The ids of the posts whose captions the reader has expanded. They stay expanded when their cards are rendered again. */
const expandedPosts = new Set<number>();

/** Returns the shortened text of a long caption, and the button that expands or collapses it. */
function useShortened({ postId, caption }: PostView) {
  const { t } = useTranslation();
  const [showsAll, setShowsAll] = useState(expandedPosts.has(postId));
  const shortened = shortenCaption(caption);
  const toggle = () => {
    if (showsAll) expandedPosts.delete(postId);
    else expandedPosts.add(postId);
    setShowsAll(!showsAll);
  };
  return {
    text: showsAll ? captionText(caption) : (shortened ?? captionText(caption)),
    button: (classes: string) =>
      shortened && (
        <button
          type="button"
          aria-expanded={showsAll}
          className={cx(
            'min-h-11 self-start justify-self-start text-15 font-medium text-soft hover:underline',
            classes,
          )}
          onClick={toggle}
        >
          {showsAll ? t('post.less') : t('post.more')}
        </button>
      ),
  };
}

/** The caption below a post's pictures; a long one is collapsed at first. A tap calls `onTap`, unless it selects words. */
export function Caption({ post, onTap }: { post: PostView; onTap: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { text, button } = useShortened(post);
  if (!post.caption) return <p className="text-15 text-soft">{t('post.noCaption')}</p>;
  if (!hasText(post.caption)) return null;
  return (
    <>
      <p
        className={cx('text-15 whitespace-pre-wrap', onTap && 'cursor-pointer')}
        onPointerUp={({ button: pressed, target }) => {
          if (pressed === 0 && !(target as Element).closest('a') && getSelection()?.isCollapsed) onTap?.();
        }}
      >
        <LiveText text={text} written={post} />
      </p>
      {button('-my-1')}
    </>
  );
}

interface Props {
  post: PostView;
  /** Shows the whole text, as on the page of a single post. */
  whole?: boolean;
  onTap?: (() => void) | undefined;
  onDoubleTap: () => void;
}

/** The text of a post without pictures, in large type on a coloured tile. */
export function TextTile({ post, whole = false, onTap, onDoubleTap }: Props) {
  const { postId, caption } = post;
  const { text, button } = useShortened(post);
  const { tap, burst } = useTaps({ onTap, onDoubleTap });
  return (
    <div
      data-tile
      {...transitionProps(postId)}
      className={cx('relative touch-manipulation transition-colors', tileClassName(postId), onTap && 'cursor-pointer')}
      onPointerUp={({ button: pressed, target, timeStamp }) => {
        if (pressed === 0 && !(target as Element).closest('a, button')) tap(timeStamp);
      }}
    >
      <p className={tileTextClassName(caption)}>
        <LiveText text={whole ? captionText(caption) : text} written={post} />
      </p>
      {!whole && button('-mb-2')}
      {burst}
    </div>
  );
}
