import { createTRPCClient, httpBatchLink } from '@trpc/client';
import type {
  TRPCBuiltRouter,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCSubscriptionProcedure,
} from '@trpc/server';
import type { errorShape, procedures } from './procedures.ts';

type Described = { type: string; input: unknown; output: unknown };

type Procedure<P extends Described> = P['type'] extends 'mutation'
  ? TRPCMutationProcedure<{ input: P['input']; output: P['output']; meta: unknown }>
  : P['type'] extends 'query'
    ? TRPCQueryProcedure<{ input: P['input']; output: P['output']; meta: unknown }>
    : // biome-ignore lint/suspicious/noExplicitAny: tRPC asks that what a subscription answers is an iterable
      TRPCSubscriptionProcedure<{ input: P['input']; output: P['output'] & AsyncIterable<any>; meta: unknown }>;

type Routes<R> = { [K in keyof R]: R[K] extends Described ? Procedure<R[K]> : Routes<R[K]> };

/** The procedures of a Kith server, for any client of tRPC 11: `createTRPCClient<AppRouter>`, `createTRPCReact<AppRouter>`. */
export type AppRouter = TRPCBuiltRouter<
  { ctx: object; meta: object; errorShape: typeof errorShape; transformer: false },
  Routes<typeof procedures>
>;

/**
 * A client of the Kith server at `origin`, without a trailing slash. `token` is what `auth.login` returned; without one only
 * public procedures work. A failed call throws a TRPCClientError, whose `data.kith` has Kith's own code.
 */
export const createKithClient = (origin: string, token?: string) =>
  createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${origin}/trpc`,
        // The server refuses larger batches.
        maxItems: 20,
        headers: () => (token ? { authorization: `Bearer ${token}` } : {}),
      }),
    ],
  });
