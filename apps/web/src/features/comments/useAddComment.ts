import { visibleText } from '@kith/contracts/visibleText';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { announce } from '../../lib/announce.ts';
import { api } from '../../lib/api.ts';
import { failureText } from '../../lib/failure.ts';
import type { WrittenLink } from '../../lib/outbox/payloads.ts';
import { deliver, uuid } from '../../lib/outbox/store.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { toast } from '../../ui/toast.tsx';
import { patchPost } from '../posts/postCache.ts';
import { addComment, removeComment } from './commentCache.ts';
import { unsentComment } from './waitingComments.ts';

/**
 * Returns a function that shows a new comment (or, with `parentId`, a new reply) immediately and sends it. If the server
 * refuses the comment, it disappears, and `restoreText` puts the text back into the field. A retry from the error message
 * empties the field again with `restoreText('')`.
 */
export function useAddComment(postId: number, parentId: number | null, restoreText: (text: string) => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const viewer = useViewer();

  /** A retry passes the same client id, so that a comment whose response was lost is not created twice. */
  const add = async (typed: string, link?: WrittenLink, clientId = uuid()): Promise<void> => {
    const content = visibleText(typed);
    if (!content) return;
    const { userId } = viewer;
    const createdAt = new Date().toISOString();
    const words = { postId, parentId, content, createdAt, ...link };
    const shown = unsentComment(viewer, -Date.now(), words);
    addComment(client, shown);
    patchPost(client, postId, (old) => ({ commentsCount: old.commentsCount + 1 }));
    const removeShown = () => {
      removeComment(client, shown);
      patchPost(client, postId, (old) => ({ commentsCount: Math.max(0, old.commentsCount - 1) }));
    };
    try {
      const send = () =>
        api.comments.create.mutate({ userId, postId, parentId, content, clientId, preview: link?.preview });
      const saved = await deliver('comment', clientId, words, send);
      // Without a connection the comment is now in the outbox. The list also shows the comments of the outbox, so this copy is
      // removed.
      if (!saved) return removeShown();
      const { commentsCount, ...comment } = saved;
      removeComment(client, shown);
      addComment(client, comment);
      patchPost(client, postId, { commentsCount });
      announce(t('comment.posted'));
    } catch (error) {
      removeShown();
      restoreText(typed);
      const again = () => {
        restoreText('');
        void add(typed, link, clientId);
      };
      toast(`${t('comment.failed')} ${failureText(error)}`, {
        variant: 'bad',
        action: { label: t('common.tryAgain'), run: again },
      });
    }
  };
  return add;
}
