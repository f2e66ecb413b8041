import { auth } from './routers/auth.ts';
import { comments } from './routers/comments.ts';
import { exports } from './routers/exports.ts';
import { feed } from './routers/feed.ts';
import { follows } from './routers/follows.ts';
import { invitations } from './routers/invitations.ts';
import { likes } from './routers/likes.ts';
import { live } from './routers/live.ts';
import { messages } from './routers/messages.ts';
import { moderation, reports } from './routers/moderation.ts';
import { notifications } from './routers/notifications.ts';
import { posts } from './routers/posts.ts';
import { users } from './routers/users.ts';
import { createCallerFactory, router } from './trpc.ts';

/** Every procedure, by noun. */
export const appRouter = router({
  auth,
  comments,
  exports,
  feed,
  follows,
  invitations,
  likes,
  live,
  messages,
  moderation,
  notifications,
  posts,
  reports,
  users,
});

export type AppRouter = typeof appRouter;

/** Calls procedures without a network, as the REST doors do. */
export const createCaller = createCallerFactory(appRouter);

export type Caller = ReturnType<typeof createCaller>;

export type { Browser, RequestContext } from './context.ts';
export { type Failure, toFailure } from './failure.ts';
export type { Brought, Told } from './routers/live.ts';
