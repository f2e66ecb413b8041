import type { QueryClient } from '@tanstack/react-query';
import { t } from 'i18next';
import { announce } from '../../lib/announce.ts';
import { api } from '../../lib/api.ts';
import { failureText } from '../../lib/failure.ts';
import { deliver } from '../../lib/outbox/send.ts';
import { uuid } from '../../lib/outbox/store.ts';
import type { OwnUser } from '../../lib/types.ts';
import { toast } from '../../ui/toast.tsx';
import { patchPost } from '../posts/postCache.ts';
import { dropComment, putComment } from './commentCache.ts';

interface Place {
  postId: number;
  parentId: number | null;
  author: OwnUser;
  /** Receives the text if the server refuses it, and an empty one when that is retried. */
  putBack: (text: string) => void;
}

/**
 * Shows a comment, or a reply to `parentId`, immediately, and removes it if the server refuses it. A retry carries the same id, so a
 * comment whose response was lost is not created twice.
 */
export async function addComment(client: QueryClient, place: Place, typed: string, clientId = uuid()): Promise<void> {
  const { postId, parentId, author, putBack } = place;
  const content = typed.trim();
  const { userId, userName, profilePicture } = author;
  const createdAt = new Date().toISOString();
  const shown = {
    commentId: -Date.now(),
    postId,
    parentId,
    content,
    createdAt,
    editedAt: null,
    user: { userId, userName, profilePicture },
    likesCount: 0,
    likedByMe: false,
    repliesCount: 0,
  };
  putComment(client, shown);
  patchPost(client, postId, (old) => ({ commentsCount: old.commentsCount + 1 }));
  const takeBack = () => {
    dropComment(client, shown);
    patchPost(client, postId, (old) => ({ commentsCount: Math.max(0, old.commentsCount - 1) }));
  };
  try {
    const send = () => api.comments.create.mutate({ userId, postId, parentId, content, clientId });
    const saved = await deliver('comment', clientId, { postId, parentId, content, createdAt }, send);
    // It is in the outbox now, and the list shows it from there.
    if (!saved) return takeBack();
    const { commentsCount, ...comment } = saved;
    dropComment(client, shown);
    putComment(client, comment);
    patchPost(client, postId, { commentsCount });
    announce(t('comment.posted'));
  } catch (error) {
    takeBack();
    putBack(typed);
    const again = () => {
      putBack('');
      void addComment(client, place, typed, clientId);
    };
    toast(`${t('comment.failed')} ${failureText(error)}`, {
      look: 'bad',
      action: { label: t('common.tryAgain'), run: again },
    });
  }
}
