/** The name of a comment's draft and its mutation: one for the post, and one for each top-level comment that is replied to. */
export const draftName = (postId: number, parentId: number | null): string =>
  parentId === null ? `comment.${postId}` : `comment.${postId}.${parentId}`;
