import type { AppRouter } from '@kith/trpc';
import { createTRPCReact } from '@trpc/react-query';

/** The queries for components, which get the API client from the provider around the screens. */
export const trpc = createTRPCReact<AppRouter>();
