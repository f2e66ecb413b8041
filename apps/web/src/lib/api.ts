import type { AppRouter } from '@kith/trpc';
import { createTRPCClient, httpBatchLink } from '@trpc/client';

/** The typed client without React; pages before sign-in use only this. */
export const api = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: '/trpc', maxItems: 20 })] });
