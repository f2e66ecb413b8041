import type { QueryClient } from '@tanstack/react-query';
import { t } from 'i18next';
import { api } from '../../lib/api.ts';
import { failureOf, failureText } from '../../lib/failure.ts';
import type { CommentView } from '../../lib/types.ts';
import { toast } from '../../ui/toast.tsx';
import { patchPost } from '../posts/postCache.ts';
import { hideComment, removeComment, unhideComment } from './commentCache.ts';

/** How long a deletion can be undone, in milliseconds. */
const undoMs = 5_000;

/** The timers of the deletions that are not sent yet, by comment id. */
const timers = new Map<number, ReturnType<typeof setTimeout>>();

const count = (client: QueryClient, postId: number, by: number): void =>
  patchPost(client, postId, (old) => ({ commentsCount: Math.max(0, old.commentsCount + by) }));

async function send(client: QueryClient, comment: CommentView, restore: () => void): Promise<void> {
  const { commentId } = comment;
  timers.delete(commentId);
  try {
    await api.comments.delete.mutate({ commentId });
  } catch (error) {
    // `not-found` means that the comment is already deleted, for example by the post's author, so nothing is restored.
    if (failureOf(error).code !== 'not-found') {
      restore();
      const again = { label: t('common.tryAgain'), run: () => deleteComment(client, comment) };
      toast(`${t('comment.deleteFailed')} ${failureText(error)}`, { variant: 'bad', action: again });
      return;
    }
  }
  removeComment(client, comment);
  unhideComment(commentId);
}

/** Hides a comment at once. The server deletes it after five seconds, during which the member can undo the deletion. */
export function deleteComment(client: QueryClient, comment: CommentView): void {
  const { commentId, postId } = comment;
  if (timers.has(commentId)) return;
  const restore = () => {
    unhideComment(commentId);
    count(client, postId, 1);
  };
  const undo = () => {
    if (!timers.has(commentId)) return;
    clearTimeout(timers.get(commentId));
    timers.delete(commentId);
    restore();
  };
  timers.set(
    commentId,
    setTimeout(() => void send(client, comment, restore), undoMs),
  );
  hideComment(commentId, postId);
  count(client, postId, -1);
  toast(t('comment.deleted'), { action: { label: t('common.undo'), run: undo }, durationMs: undoMs });
}

/** Sends all pending deletions at once. Called when the page closes or the member logs out. */
export function sendDeletions(): void {
  for (const [commentId, timer] of timers) {
    clearTimeout(timer);
    timers.delete(commentId);
    const init = { method: 'POST', keepalive: true, headers: { 'content-type': 'application/json' } };
    // Calls fetch directly: the API client would send the call in a later task, which a closing page no longer runs.
    void fetch('/trpc/comments.delete', { ...init, body: JSON.stringify({ commentId }) }).catch(() => undefined);
  }
}

addEventListener('pagehide', sendDeletions);
