import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { t } from 'i18next';
import { useSyncExternalStore } from 'react';
import { api } from '../../lib/api.ts';
import { failureText } from '../../lib/failure.ts';
import { onLive } from '../../lib/live.ts';
import type { OutboxHandlers } from '../../lib/outbox/send.ts';
import { trpc } from '../../lib/trpc.ts';
import type { CommentView } from '../../lib/types.ts';
import { putDraft, readDraft } from '../../lib/useDraft.ts';
import { toast } from '../../ui/toast.tsx';
import { patchPost } from '../posts/postCache.ts';

type CommentPages = InfiniteData<{ items: CommentView[]; nextCursor: string | null }>;

export const commentsInput = (postId: number) => ({ postId, limit: 20 });

const commentsKey = (postId: number) => getQueryKey(trpc.comments.list, commentsInput(postId), 'infinite');

/** Puts a comment on top of its post's list, if that is loaded and does not hold it yet. */
export function putComment(client: QueryClient, comment: CommentView): void {
  const queryKey = commentsKey(comment.postId);
  const saved = comment.commentId > 0;
  // A request under way may have been answered before the comment was saved, and would hide it: it is cancelled and made
  // again.
  if (saved && client.getQueryState(queryKey)?.fetchStatus === 'fetching') {
    void client.cancelQueries({ queryKey }).then(() => client.refetchQueries({ queryKey, type: 'active' }));
  }
  client.setQueryData<CommentPages>(queryKey, (old) => {
    const [first, ...rest] = old?.pages ?? [];
    if (!old || !first || old.pages.some((p) => p.items.some((c) => c.commentId === comment.commentId))) return old;
    return { ...old, pages: [{ ...first, items: [comment, ...first.items] }, ...rest] };
  });
}

export function dropComment(client: QueryClient, postId: number, commentId: number): void {
  client.setQueryData<CommentPages>(
    commentsKey(postId),
    (old) =>
      old && {
        ...old,
        pages: old.pages.map((page) => ({ ...page, items: page.items.filter((c) => c.commentId !== commentId) })),
      },
  );
}

/** Comments that the screen does not show any more while their deletion may be undone, with the post of each. */
let hidden: ReadonlyMap<number, number> = new Map();
const watchers = new Set<() => void>();

function setHidden(next: ReadonlyMap<number, number>): void {
  hidden = next;
  for (const watcher of watchers) watcher();
}

export const hideComment = (commentId: number, postId: number): void =>
  setHidden(new Map(hidden).set(commentId, postId));

export const unhideComment = (commentId: number): void =>
  setHidden(new Map([...hidden].filter(([each]) => each !== commentId)));

function watchHidden(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

export const useHiddenComments = () => useSyncExternalStore(watchHidden, () => hidden);

/** How many comments of a post the server counts and the screen does not; one it may have told of itself. */
const hiddenCount = (postId: number, except?: number): number =>
  [...hidden].filter(([commentId, each]) => each === postId && commentId !== except).length;

export const commentOutbox = (client: QueryClient, userId: number): OutboxHandlers['comment'] => ({
  send: async ({ postId, content }, clientId) => {
    const { commentsCount, ...comment } = await api.comments.create.mutate({ userId, postId, content, clientId });
    putComment(client, comment);
    patchPost(client, postId, { commentsCount });
  },
  refused: ({ postId, content }, error) => {
    const draft = `comment.${postId}`;
    putDraft(draft, [content, readDraft(draft, '')].filter(Boolean).join(' '));
    toast(`${t('comment.failed')} ${failureText(error)}`, { look: 'bad' });
  },
});

/** Comments of others as the live stream brings them; one's own come with the answer to sending them. */
export function listenForComments(client: QueryClient, me: number): () => void {
  const off = [
    onLive('comment.created', ({ comment, commentsCount }) => {
      if (comment.user.userId === me) return;
      patchPost(client, comment.postId, { commentsCount: commentsCount - hiddenCount(comment.postId) });
      putComment(client, comment);
    }),
    onLive('comment.deleted', ({ commentId, postId, commentsCount }) => {
      dropComment(client, postId, commentId);
      patchPost(client, postId, { commentsCount: commentsCount - hiddenCount(postId, commentId) });
    }),
  ];
  return () => {
    for (const stop of off) stop();
  };
}
