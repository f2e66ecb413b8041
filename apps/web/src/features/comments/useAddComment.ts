import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { api } from '../../lib/api.ts';
import { deliver } from '../../lib/outbox/deliver.ts';
import { patchPost } from '../../lib/postCache.ts';
import { useViewer } from '../../lib/session.ts';
import { useFailureText } from '../../lib/useFailureText.ts';
import { uuid } from '../../lib/uuid.ts';
import { toast } from '../../ui/toast.ts';
import { dropComment, putComment } from './commentCache.ts';

/** Shows the comment at once and takes it back, text included, if the server refuses it. */
export function useAddComment(postId: number, putBack: (text: string) => void) {
  const { t } = useTranslation();
  const text = useFailureText();
  const client = useQueryClient();
  const viewer = useViewer();

  /** A retry carries the same id, so a comment whose answer was lost is not written twice. */
  const add = async (typed: string, clientId = uuid()): Promise<void> => {
    const content = typed.trim();
    if (!content) return;
    const commentId = -Date.now();
    const { userId, userName, profilePicture } = viewer;
    const user = { userId, userName, profilePicture };
    const drop = () => dropComment(client, postId, commentId);
    const createdAt = new Date().toISOString();
    putComment(client, { commentId, postId, content, createdAt, user });
    patchPost(client, postId, (old) => ({ commentsCount: old.commentsCount + 1 }));
    const takeBack = () => {
      drop();
      patchPost(client, postId, (old) => ({ commentsCount: Math.max(0, old.commentsCount - 1) }));
    };
    try {
      const send = () => api.comments.create.mutate({ userId, postId, content, clientId });
      const saved = await deliver('comment', clientId, { postId, content, createdAt }, send);
      // From here on it is shown among what waits.
      if (!saved) return takeBack();
      const { commentsCount, ...comment } = saved;
      drop();
      putComment(client, comment);
      patchPost(client, postId, { commentsCount });
    } catch (error) {
      takeBack();
      putBack(typed);
      const again = () => {
        putBack('');
        void add(typed, clientId);
      };
      toast(`${t('comment.failed')} ${text(error)}`, {
        look: 'bad',
        action: { label: t('common.tryAgain'), run: again },
      });
    }
  };
  return add;
}
