import type { QueryClient } from '@tanstack/react-query';
import type { OutboxHandlers, OutboxPayloads } from '../../lib/outbox/types.ts';
import { refreshFollows, sendFollow, showFollow } from './sendFollow.ts';

type Wish = OutboxPayloads['follow'];

export const followOutbox = (client: QueryClient, viewerId: number, tell: (wish: Wish, error: unknown) => void) =>
  ({
    send: async ({ userId, following }) => {
      showFollow(client, userId, await sendFollow(viewerId, userId, following));
      refreshFollows(client);
    },
    refused: (wish, error) => {
      showFollow(client, wish.userId, !wish.following);
      tell(wish, error);
    },
  }) satisfies OutboxHandlers['follow'];
