import { useQueryClient } from '@tanstack/react-query';
import Heart from 'lucide-react/icons/heart';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortCount } from '../../i18n/dates.ts';
import { failureText } from '../../lib/failure.ts';
import { deliver } from '../../lib/outbox/store.ts';
import { usePopup } from '../../lib/popups.ts';
import { useToggleMutationQueue } from '../../lib/toggleQueue.ts';
import type { PostView } from '../../lib/types.ts';
import { vibrate } from '../../lib/vibrate.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { cx } from '../../ui/cx.ts';
import { toast } from '../../ui/toast.tsx';
import { likeKey, sendLike, showLike } from './likeCache.ts';

/**
 * Returns a function that likes or unlikes a post. The change is shown immediately. Further clicks while a call is in flight
 * lead to at most one more call.
 */
export function useLikePost(post: Pick<PostView, 'postId' | 'likedByMe'>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { userId } = useViewer();
  const { postId } = post;

  const show = (liked: boolean) => showLike(client, postId, liked);

  const toggle = useToggleMutationQueue({
    key: likeKey(postId),
    value: post.likedByMe,
    send: async (liked) => {
      const send = () => sendLike(client, userId, { postId, liked });
      return (await deliver('like', likeKey(postId), { postId, liked }, send)) ?? liked;
    },
    onRequest: show,
    onSettled: (confirmed, error) => {
      show(confirmed);
      if (!error) return;
      const again = { label: t('common.tryAgain'), run: () => toggle(!confirmed) };
      toast(`${t('post.likeFailed')} ${failureText(error)}`, { variant: 'bad', action: again });
    },
  });
  return toggle;
}

/** The heart button, and the number of likes, which opens the list of the members who like the post. */
export function LikeButton({ post }: { post: PostView }) {
  const { t } = useTranslation();
  const toggle = useLikePost(post);
  const { open } = usePopup();
  const [beating, setBeating] = useState(false);
  const liked = post.likedByMe;
  return (
    <span className="inline-flex items-center">
      <button
        type="button"
        aria-pressed={liked}
        aria-label={`${t('post.like')}, ${t('post.likes', { count: post.likesCount })}`}
        onClick={() => {
          setBeating(!liked);
          if (!liked) vibrate();
          toggle(!liked);
        }}
        className={cx(
          'inline-flex min-h-11 min-w-11 items-center justify-center rounded-full transition-colors hover:bg-sunken',
          liked ? 'text-like' : 'text-ink',
        )}
      >
        <Heart
          aria-hidden
          onAnimationEnd={() => setBeating(false)}
          className={cx('size-6', liked && 'fill-like', beating && 'animate-beat')}
        />
      </button>
      {post.likesCount === 0 ? (
        <span aria-hidden className="min-w-11 pr-2.5 font-semibold tabular-nums">
          0
        </span>
      ) : (
        <button
          type="button"
          aria-label={t('likes.who', { count: post.likesCount })}
          onClick={() => void open({ likes: post.postId })}
          className="inline-flex min-h-11 min-w-11 items-center rounded-full pr-2.5 font-semibold tabular-nums underline-offset-4 hover:underline"
        >
          {shortCount(post.likesCount)}
        </button>
      )}
    </span>
  );
}

interface FriendProps {
  post: PostView;
  /** The name of a followed member who likes the post. */
  friend: string;
}

/**
 * Names a followed member who likes the post, and the number of other likes. A click opens the list of all who like the post.
 * The name arrives after the feed. This button stands between the other buttons and the bookmark at the end of the row, so that
 * it moves none of them when it appears.
 */
export function FriendLikes({ post: { postId, likesCount, likedByMe }, friend }: FriendProps) {
  const { t } = useTranslation();
  const { open } = usePopup();
  // The friend is named, and the reader knows of the own like.
  const others = likesCount - 1 - Number(likedByMe);
  return (
    <button
      type="button"
      onClick={() => void open({ likes: postId })}
      className="relative min-h-11 min-w-0 px-2.5 text-start text-13 leading-4 text-soft underline-offset-4 hover:underline"
    >
      <span aria-hidden={others > 0}>
        <bdi>{friend}</bdi>
        {others > 0 && ` +${shortCount(others)}`}
      </span>
      {others > 0 && <span className="sr-only">{t('likes.friendAnd', { name: friend, count: others })}</span>}
    </button>
  );
}
