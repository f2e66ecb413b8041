import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { api } from '../../lib/api.ts';
import { patchPost } from '../../lib/postCache.ts';
import { useViewer } from '../../lib/session.ts';
import type { PostView } from '../../lib/types.ts';
import { useFailureText } from '../../lib/useFailureText.ts';
import { useToggleMutationQueue } from '../../lib/useToggleMutationQueue.ts';
import { toast } from '../../ui/toast.ts';

export const likeKey = (postId: number): string => `like:${postId}`;

/** Likes and unlikes at once; only the last wish is sent. */
export function useLikePost(post: Pick<PostView, 'postId' | 'likedByMe'>) {
  const { t } = useTranslation();
  const text = useFailureText();
  const client = useQueryClient();
  const { userId } = useViewer();
  const { postId } = post;

  const show = (likedByMe: boolean) =>
    patchPost(client, postId, (old) => ({
      likedByMe,
      likesCount: Math.max(0, old.likesCount + Number(likedByMe) - Number(old.likedByMe)),
    }));

  const toggle = useToggleMutationQueue({
    key: likeKey(postId),
    value: post.likedByMe,
    send: async (wish) => {
      const { liked, likesCount } = await api.likes[wish ? 'add' : 'remove'].mutate({ userId, postId });
      patchPost(client, postId, (old) => ({ likesCount: likesCount + Number(old.likedByMe) - Number(liked) }));
      return liked;
    },
    onWish: show,
    onSettled: (confirmed, error) => {
      show(confirmed);
      if (!error) return;
      const again = { label: t('common.tryAgain'), run: () => toggle(!confirmed) };
      toast(`${t('post.likeFailed')} ${text(error)}`, { look: 'bad', action: again });
    },
  });
  return toggle;
}
