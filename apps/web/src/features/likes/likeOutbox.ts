import type { QueryClient } from '@tanstack/react-query';
import type { OutboxHandlers } from '../../lib/outbox/types.ts';
import { sendLike, showLike } from './sendLike.ts';

export const likeOutbox = (client: QueryClient, userId: number, tell: (error: unknown) => void) =>
  ({
    send: async (wish) => {
      showLike(client, wish.postId, await sendLike(client, userId, wish));
    },
    refused: ({ postId, liked }, error) => {
      showLike(client, postId, !liked);
      tell(error);
    },
  }) satisfies OutboxHandlers['like'];
