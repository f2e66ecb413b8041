import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deliver } from '../../lib/outbox/deliver.ts';
import { useViewer } from '../../lib/session.ts';
import type { PostView } from '../../lib/types.ts';
import { useFailureText } from '../../lib/useFailureText.ts';
import { useToggleMutationQueue } from '../../lib/useToggleMutationQueue.ts';
import { toast } from '../../ui/toast.ts';
import { sendLike, showLike } from './sendLike.ts';

export const likeKey = (postId: number): string => `like:${postId}`;

/** Likes and unlikes at once; only the last wish is sent. */
export function useLikePost(post: Pick<PostView, 'postId' | 'likedByMe'>) {
  const { t } = useTranslation();
  const text = useFailureText();
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
