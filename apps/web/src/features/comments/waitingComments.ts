import type { OutboxPayloads } from '../../lib/outbox/payloads.ts';
import { useWaiting } from '../../lib/outbox/store.ts';
import type { CommentView, OwnUser } from '../../lib/types.ts';
import { useViewer } from '../../lib/viewerContext.ts';

/** Returns how many of the member's own comments on a post wait for a connection, including replies. */
export const useWaitingCount = (postId: number): number =>
  useWaiting('comment').filter(({ payload }) => payload.postId === postId).length;

/** The viewer's comment as it is shown until it is sent. Its id is negative. */
export const unsentComment = (
  { userId, userName, displayName, profilePicture }: OwnUser,
  commentId: number,
  { postId, parentId = null, content, createdAt, links = [] }: OutboxPayloads['comment'],
): CommentView => ({
  ...{ commentId, postId, parentId, content, createdAt, links },
  editedAt: null,
  user: { userId, userName, displayName, profilePicture },
  likesCount: 0,
  likedByMe: false,
  repliesCount: 0,
});

/**
 * Returns the member's waiting comments on a post, oldest first: top-level comments or, with `parentId`, replies to that
 * comment.
 */
export function useWaitingComments(postId: number, parentId: number | null = null): CommentView[] {
  const viewer = useViewer();
  return useWaiting('comment')
    .filter(({ payload }) => payload.postId === postId && (payload.parentId ?? null) === parentId)
    .map(({ payload }, index) => unsentComment(viewer, -1 - index, payload));
}
