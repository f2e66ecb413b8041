import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { t } from 'i18next';
import { api } from '../../lib/api.ts';
import { commentLists, patchItems } from '../../lib/cachedLists.ts';
import { failureText } from '../../lib/failure.ts';
import { commentsInput } from '../../lib/lists.ts';
import { onLive } from '../../lib/live.ts';
import type { OutboxHandlers } from '../../lib/outbox/send.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { trpc } from '../../lib/trpc.ts';
import type { CommentView } from '../../lib/types.ts';
import { readStoredValue, writeStoredValue } from '../../lib/useStoredValue.ts';
import { toast } from '../../ui/toast.tsx';
import { patchPost } from '../posts/postCache.ts';

type CommentPages = InfiniteData<{ items: CommentView[]; nextCursor: string | null }>;

export const repliesInput = (commentId: number) => ({ commentId, limit: 20 });

const repliesKey = (commentId: number): QueryKey =>
  getQueryKey(trpc.comments.replies, repliesInput(commentId), 'infinite');

/**
 * Returns the name under which a comment's draft is stored: one per post for top-level comments, and one per top-level comment
 * for its replies.
 */
export const draftName = (postId: number, parentId: number | null): string =>
  parentId === null ? `comment.${postId}` : `comment.${postId}.${parentId}`;

/** Returns the keys of the lists that a comment belongs to, each with whether it starts with the oldest comment. */
const listsOf = ({ postId, parentId }: CommentView): { queryKey: QueryKey; oldestFirst: boolean }[] =>
  parentId !== null
    ? [{ queryKey: repliesKey(parentId), oldestFirst: true }]
    : (['newest', 'oldest'] as const).map((order) => ({
        queryKey: getQueryKey(trpc.comments.list, commentsInput(postId, order), 'infinite'),
        oldestFirst: order === 'oldest',
      }));

const contains = (pages: CommentPages, commentId: number): boolean =>
  pages.pages.some((page) => page.items.some((each) => each.commentId === commentId));

/** Changes a comment in every list that contains it. */
export function patchComment(
  client: QueryClient,
  commentId: number,
  patch: (comment: CommentView) => Partial<CommentView>,
): void {
  patchItems<CommentView>(client, commentLists, (each) =>
    each.commentId === commentId ? { ...each, ...patch(each) } : each,
  );
}

/** Changes the count of a comment's replies. It is never less than the replies that are loaded: a list may arrive before its count. */
const countReplies = (client: QueryClient, parentId: number | null, by: number): void => {
  if (parentId === null) return;
  const loaded =
    client.getQueryData<CommentPages>(repliesKey(parentId))?.pages.flatMap((page) => page.items).length ?? 0;
  patchComment(client, parentId, ({ repliesCount }) => ({ repliesCount: Math.max(loaded, repliesCount + by) }));
};

/**
 * Adds a new comment to the loaded lists that it belongs to, unless they already contain it. In a list that starts with the
 * newest comment, it is added at the top. In any other list, it is added at the end, but only if the last page is loaded.
 */
export function addComment(client: QueryClient, comment: CommentView): void {
  const { commentId, parentId } = comment;
  let known = false;
  for (const { queryKey, oldestFirst } of listsOf(comment)) {
    // A response that is already on its way may not contain the new comment and would remove it, so the request is sent again.
    if (commentId > 0 && client.getQueryState(queryKey)?.fetchStatus === 'fetching') {
      void client.cancelQueries({ queryKey }).then(() => client.refetchQueries({ queryKey, type: 'active' }));
    }
    client.setQueryData<CommentPages>(queryKey, (old) => {
      const [first, ...rest] = old?.pages ?? [];
      const last = old?.pages.at(-1);
      if (!old || !first || !last) return old;
      known ||= contains(old, commentId);
      if (known) return old;
      if (!oldestFirst) return { ...old, pages: [{ ...first, items: [comment, ...first.items] }, ...rest] };
      if (last.nextCursor !== null) return old;
      return { ...old, pages: [...old.pages.slice(0, -1), { ...last, items: [...last.items, comment] }] };
    });
  }
  if (!known) countReplies(client, parentId, 1);
}

/** Removes a comment from the loaded lists. A comment with replies stays as a placeholder without text and author. */
export function removeComment(
  client: QueryClient,
  { commentId, parentId }: Pick<CommentView, 'commentId' | 'parentId'>,
) {
  const deleted = { content: '', user: null, likesCount: 0, likedByMe: false, editedAt: null, links: [] };
  patchItems<CommentView>(client, commentLists, (each) => {
    if (each.commentId !== commentId) return each;
    return each.repliesCount > 0 ? { ...each, ...deleted } : null;
  });
  countReplies(client, parentId, -1);
}

/** The comments that are hidden while their deletion can be undone. Maps comment ids to post ids. */
const hiddenComments = createStore<ReadonlyMap<number, number>>(new Map());

export const hideComment = (commentId: number, postId: number): void =>
  hiddenComments.set(new Map(hiddenComments.get()).set(commentId, postId));

export const unhideComment = (commentId: number): void =>
  hiddenComments.set(new Map([...hiddenComments.get()].filter(([each]) => each !== commentId)));

export const useHiddenComments = () => useStore(hiddenComments);

/**
 * Returns how many of a post's comments are hidden in this tab but still included in the server's count. `except` is a comment
 * that the server no longer counts.
 */
const hiddenCount = (postId: number, except?: number): number =>
  [...hiddenComments.get()].filter(([commentId, each]) => each === postId && commentId !== except).length;

export const commentOutbox = (client: QueryClient, userId: number): OutboxHandlers['comment'] => ({
  send: async ({ postId, parentId = null, content, preview }, clientId) => {
    const input = { userId, postId, parentId, content, clientId, preview };
    const { commentsCount, ...comment } = await api.comments.create.mutate(input);
    addComment(client, comment);
    patchPost(client, postId, { commentsCount });
  },
  refused: ({ postId, parentId = null, content }, error) => {
    const draft = draftName(postId, parentId);
    writeStoredValue(draft, [content, readStoredValue(draft, '')].filter(Boolean).join(' '));
    toast(`${t('comment.failed')} ${failureText(error)}`, { variant: 'bad' });
  },
});

/** Applies live events to the cache. Ignores new comments and likes by the member, which the mutations have already applied. */
export function listenForComments(client: QueryClient, me: number): () => void {
  const off = [
    onLive('comment.created', ({ comment, commentsCount }) => {
      if (comment.user?.userId === me) return;
      patchPost(client, comment.postId, { commentsCount: commentsCount - hiddenCount(comment.postId) });
      addComment(client, comment);
    }),
    onLive('comment.changed', ({ comment: { commentId, content, editedAt, links } }) =>
      patchComment(client, commentId, () => ({ content, editedAt, links })),
    ),
    onLive('comment.liked', ({ commentId, userId, likesCount }) => {
      if (userId !== me) patchComment(client, commentId, () => ({ likesCount }));
    }),
    onLive('comment.deleted', ({ commentId, postId, parentId, commentsCount }) => {
      // A comment that is being deleted in this tab is already hidden. The code for that deletion removes the comment.
      if (!hiddenComments.get().has(commentId)) removeComment(client, { commentId, parentId });
      patchPost(client, postId, { commentsCount: commentsCount - hiddenCount(postId, commentId) });
    }),
  ];
  return () => {
    for (const stop of off) stop();
  };
}
