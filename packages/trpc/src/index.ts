import { getTRPCErrorShape, type TRPCError, type TRPCProcedureType } from '@trpc/server';
import type { ZodMiniType } from 'zod/mini';
import type { RequestContext } from './context.ts';
import type { Meta } from './meta.ts';
import { auth } from './routers/auth.ts';
import { bookmarks } from './routers/bookmarks.ts';
import { chats } from './routers/chats.ts';
import { closeFriends } from './routers/closeFriends.ts';
import { comments } from './routers/comments.ts';
import { calendar, events } from './routers/events.ts';
import { exports } from './routers/exports.ts';
import { feed } from './routers/feed.ts';
import { follows } from './routers/follows.ts';
import { host } from './routers/host.ts';
import { imports } from './routers/imports.ts';
import { invitations } from './routers/invitations.ts';
import { likes } from './routers/likes.ts';
import { linkPreviews } from './routers/linkPreviews.ts';
import { live } from './routers/live.ts';
import { messages } from './routers/messages.ts';
import { moderation, reports } from './routers/moderation.ts';
import { notifications } from './routers/notifications.ts';
import { passkeys } from './routers/passkeys.ts';
import { polls } from './routers/polls.ts';
import { posts } from './routers/posts.ts';
import { search, tags } from './routers/search.ts';
import { secondFactor } from './routers/secondFactor.ts';
import { server } from './routers/server.ts';
import { today } from './routers/today.ts';
import { tokens } from './routers/tokens.ts';
import { users } from './routers/users.ts';
import { webhooks } from './routers/webhooks.ts';
import { years } from './routers/years.ts';
import { createCallerFactory, router } from './trpc.ts';

/** Every procedure, grouped by noun. */
export const appRouter = router({
  auth,
  bookmarks,
  calendar,
  chats,
  closeFriends,
  comments,
  events,
  exports,
  feed,
  follows,
  host,
  imports,
  invitations,
  likes,
  linkPreviews,
  live,
  messages,
  moderation,
  notifications,
  passkeys,
  polls,
  posts,
  reports,
  search,
  secondFactor,
  server,
  tags,
  today,
  tokens,
  users,
  webhooks,
  years,
});

export type AppRouter = typeof appRouter;

/** Calls procedures in process, as the REST routes do. */
export const createCaller = createCallerFactory(appRouter);

export type Caller = ReturnType<typeof createCaller>;

interface Call {
  path: string;
  type: TRPCProcedureType;
  ctx: RequestContext;
  getRawInput: () => Promise<unknown>;
}

export interface Procedure {
  type: TRPCProcedureType;
  meta: Meta;
  /** The contract of the procedure's input. */
  input?: ZodMiniType;
  call(options: Call): Promise<unknown>;
}

type Raw = Procedure['call'] & { _def: { type: TRPCProcedureType; meta?: Meta; inputs: ZodMiniType[] } };

// tRPC has no public list of a router's procedures and no public access to its error format, so this is the one place that reads
// the private field `_def`, in its form of tRPC 11.19.0. `wireFormat.test.ts` in apps/api fails when that form changes.
const { procedures: byPath, _config: config } = appRouter._def;

/** Every procedure, by its path. */
export const procedures: ReadonlyMap<string, Procedure> = new Map(
  Object.entries(byPath as unknown as Record<string, Raw>).map(([path, call]) => {
    const {
      type,
      meta = {},
      inputs: [input],
    } = call._def;
    return [path, { type, meta, ...(input && { input }), call }];
  }),
);

/** Converts the error of a failed call to the form in which tRPC sends it. */
export const errorShape = (error: TRPCError, path: string, type: TRPCProcedureType | 'unknown') =>
  getTRPCErrorShape({ config, error, type, path, input: undefined, ctx: undefined });

export type { LiveItem } from '@kith/contracts';
export type { Browser, RequestContext } from './context.ts';
export { type Failure, failureCodes, toFailure, unknownFields } from './failure.ts';
export type { Meta } from './meta.ts';
