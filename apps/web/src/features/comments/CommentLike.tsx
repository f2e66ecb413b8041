import { useQueryClient } from '@tanstack/react-query';
import Heart from 'lucide-react/icons/heart';
import { useTranslation } from 'react-i18next';
import { shortCount } from '../../i18n/dates.ts';
import { api } from '../../lib/api.ts';
import { failureText } from '../../lib/failure.ts';
import { useToggleMutationQueue } from '../../lib/toggleQueue.ts';
import type { CommentView } from '../../lib/types.ts';
import { cx } from '../../ui/cx.ts';
import { toast } from '../../ui/toast.tsx';
import { patchComment } from './commentCache.ts';

/**
 * Likes or unlikes a comment. The change is shown immediately. Further clicks while a call is in flight lead to at most one
 * more call.
 */
export function CommentLike({ comment, name }: { comment: CommentView; name: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { commentId, likedByMe, likesCount } = comment;
  const show = (liked: boolean) =>
    patchComment(client, commentId, (old) => ({
      likedByMe: liked,
      likesCount: Math.max(0, old.likesCount + Number(liked) - Number(old.likedByMe)),
    }));
  const toggle = useToggleMutationQueue({
    key: `comment-like:${commentId}`,
    value: likedByMe,
    send: async (liked) => {
      const state = await api.comments[liked ? 'like' : 'unlike'].mutate({ commentId });
      patchComment(client, commentId, (old) => ({
        likesCount: state.likesCount + Number(old.likedByMe) - Number(state.liked),
      }));
      return state.liked;
    },
    onRequest: show,
    onSettled: (confirmed, error) => {
      show(confirmed);
      if (error) toast(`${t('comment.likeFailed')} ${failureText(error)}`, { variant: 'bad' });
    },
  });
  return (
    <button
      type="button"
      aria-pressed={likedByMe}
      aria-label={`${t('comment.like', { name })}, ${t('comment.likes', { count: likesCount })}`}
      onClick={() => toggle(!likedByMe)}
      className={cx(
        'inline-flex min-h-11 min-w-11 items-center gap-1 rounded-full px-2 text-13 font-medium tabular-nums hover:bg-sunken',
        likedByMe ? 'text-like' : 'text-soft',
      )}
    >
      <Heart aria-hidden className={cx('size-4.5', likedByMe && 'fill-like')} />
      {likesCount > 0 && shortCount(likesCount)}
    </button>
  );
}
