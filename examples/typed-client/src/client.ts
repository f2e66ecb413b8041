import type { AppRouter } from '@kith/trpc';
import { createTRPCClient, httpBatchLink } from '@trpc/client';

/** A client of a Kith server, typed from its procedures. `token` is what `auth.login` answered. */
export const createKithClient = (origin: string, token?: string) =>
  createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${origin}/trpc`,
        maxItems: 20,
        headers: () => (token ? { authorization: `Bearer ${token}` } : {}),
      }),
    ],
  });
