import { createTRPCClient, httpBatchLink } from '@trpc/client';
import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import { type LiveOptions, type LiveSubscription, subscribe } from './live.ts';
import type { errorShape, liveEvent, procedures } from './procedures.ts';

type Described = { type: string; input: unknown; output: unknown };

type Procedure<P extends Described> = P['type'] extends 'mutation'
  ? TRPCMutationProcedure<{ input: P['input']; output: P['output']; meta: unknown }>
  : TRPCQueryProcedure<{ input: P['input']; output: P['output']; meta: unknown }>;

type Routes<R> = { [K in keyof R]: R[K] extends Described ? Procedure<R[K]> : Routes<R[K]> };

/** The procedures of a Kith server, for any client of tRPC 11: `createTRPCClient<AppRouter>`, `createTRPCReact<AppRouter>`. */
export type AppRouter = TRPCBuiltRouter<
  { ctx: object; meta: object; errorShape: typeof errorShape; transformer: false },
  Routes<typeof procedures>
>;

type Procedures = ReturnType<typeof createTRPCClient<AppRouter>>;

/** The events of the live stream. */
export type LiveEvent = typeof liveEvent;

export interface Live extends Pick<Procedures['live'], 'watch'> {
  /** Receives live events, missed messages first, and reconnects by itself until it is closed. */
  subscribe(options: LiveOptions<LiveEvent>): LiveSubscription;
}

export type KithClient = Omit<Procedures, 'live'> & { live: Live };

/**
 * A client of the Kith server at `origin`, without a slash at the end. `token` is created in Settings under Apps and bots, or
 * returned by `auth.login`; without a token only public procedures work. A failed call throws a TRPCClientError, whose `data.kith`
 * has Kith's own code.
 */
export function createKithClient(origin: string, token?: string): KithClient {
  const client = createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${origin}/trpc`,
        // The server refuses batches of more than 20 calls.
        maxItems: 20,
        headers: () => (token ? { authorization: `Bearer ${token}` } : {}),
      }),
    ],
  });
  const live = new Proxy(client.live, {
    get: (inner, name) =>
      name === 'subscribe'
        ? (options: LiveOptions<LiveEvent>) => subscribe(origin, token, options)
        : inner[name as keyof typeof inner],
  });
  return new Proxy(client, {
    get: (inner, name) => (name === 'live' ? live : inner[name as keyof typeof inner]),
  }) as unknown as KithClient;
}

export type { LiveOptions, LiveSubscription, Refused } from './live.ts';
