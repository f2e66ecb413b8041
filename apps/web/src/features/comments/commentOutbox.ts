import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import type { OutboxHandlers } from '../../lib/outbox/types.ts';
import { patchPost } from '../../lib/postCache.ts';
import { putDraft, readDraft } from '../../lib/useDraft.ts';
import { putComment } from './commentCache.ts';

export const commentOutbox = (client: QueryClient, userId: number, tell: (error: unknown) => void) =>
  ({
    send: async ({ postId, content }, clientId) => {
      const { commentsCount, ...comment } = await api.comments.create.mutate({ userId, postId, content, clientId });
      putComment(client, comment);
      patchPost(client, postId, { commentsCount });
    },
    refused: ({ postId, content }, error) => {
      const draft = `comment.${postId}`;
      putDraft(draft, [content, readDraft(draft, '')].filter(Boolean).join(' '));
      tell(error);
    },
  }) satisfies OutboxHandlers['comment'];
