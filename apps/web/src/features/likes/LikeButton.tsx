import Heart from 'lucide-react/icons/heart';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortCount } from '../../i18n/dates.ts';
import type { PostView } from '../../lib/types.ts';
import { cx } from '../../ui/cx.ts';
import { useLikePost } from './useLikePost.ts';

export function LikeButton({ post }: { post: PostView }) {
  const { t } = useTranslation();
  const toggle = useLikePost(post);
  const [beating, setBeating] = useState(false);
  const liked = post.likedByMe;
  return (
    <button
      type="button"
      aria-pressed={liked}
      aria-label={`${t('post.like')}, ${t('post.likes', { count: post.likesCount })}`}
      onClick={() => {
        setBeating(!liked);
        toggle(!liked);
      }}
      className={cx(
        'inline-flex min-h-11 min-w-11 items-center gap-1.5 rounded-full px-2.5 font-semibold tabular-nums transition-colors hover:bg-sunken',
        liked ? 'text-like' : 'text-ink',
      )}
    >
      <Heart
        aria-hidden
        onAnimationEnd={() => setBeating(false)}
        className={cx('size-6', liked && 'fill-like', beating && 'animate-beat')}
      />
      {shortCount(post.likesCount)}
    </button>
  );
}
