import { useWaiting } from '../../lib/outbox/store.ts';
import type { CommentView } from '../../lib/types.ts';
import { useViewer } from '../../lib/viewerContext.ts';

/** Returns how many of the member's own comments on a post wait for a connection, including replies. */
export const useWaitingCount = (postId: number): number =>
  useWaiting('comment').filter(({ payload }) => payload.postId === postId).length;

/**
 * Returns the member's waiting comments on a post, oldest first: top-level comments or, with `parentId`, replies to that
 * comment.
 */
export function useWaitingComments(postId: number, parentId: number | null = null): CommentView[] {
  const { userId, userName, displayName, profilePicture } = useViewer();
  return useWaiting('comment')
    .filter(({ payload }) => payload.postId === postId && (payload.parentId ?? null) === parentId)
    .map(({ payload: { content, createdAt } }, index) => ({
      commentId: -1 - index,
      postId,
      parentId,
      content,
      createdAt,
      editedAt: null,
      user: { userId, userName, displayName, profilePicture },
      likesCount: 0,
      likedByMe: false,
      repliesCount: 0,
    }));
}
