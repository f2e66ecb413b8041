import { useWaiting } from '../../lib/outbox/useWaiting.ts';

/** The member's own comments on a post that wait for a connection, newest first as in the list below them. */
export const useWaitingComments = (postId: number) =>
  useWaiting('comment')
    .filter(({ payload }) => payload.postId === postId)
    .reverse();
