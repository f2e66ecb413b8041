import { useWaiting } from '../../lib/outbox/store.ts';
import { useViewer } from '../../lib/session.ts';
import type { CommentView } from '../../lib/types.ts';

/** How many of the member's own comments on a post are waiting for a connection, including replies. */
export const useWaitingCount = (postId: number): number =>
  useWaiting('comment').filter(({ payload }) => payload.postId === postId).length;

/** The member's waiting comments on a post, in the order they were written: top-level ones, or replies to `parentId`. */
export function useWaitingComments(postId: number, parentId: number | null = null): CommentView[] {
  const { userId, userName, profilePicture } = useViewer();
  return useWaiting('comment')
    .filter(({ payload }) => payload.postId === postId && (payload.parentId ?? null) === parentId)
    .map(({ payload: { content, createdAt } }, index) => ({
      commentId: -1 - index,
      postId,
      parentId,
      content,
      createdAt,
      editedAt: null,
      user: { userId, userName, profilePicture },
      likesCount: 0,
      likedByMe: false,
      repliesCount: 0,
    }));
}
