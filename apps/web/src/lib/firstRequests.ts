import type { AppRouter } from '@kith/trpc';
import type { inferRouterInputs } from '@trpc/server';
import { archivedInput, chatsInput, commentsInput, homeInput, requestsInput, userPostsInput } from './lists.ts';
import type { QueriesOf } from './types.ts';

// The first requests of each screen. The start script sends them while the code of the screen loads, and the screen's loader in
// loadScreens.ts sends them when that code runs.

/** The queries that the start script may send. lib/api.ts sends them without batching, so that their addresses are the same. */
export const firstQueries = [
  'auth.session',
  'feed.home',
  'posts.byUser',
  'posts.byId',
  'comments.list',
  'chats.list',
] as const satisfies QueriesOf<unknown>[];

type Inputs = inferRouterInputs<AppRouter>;
type InputOf<Name> = {
  [N in keyof Inputs & string]: Name extends `${N}.${infer P extends keyof Inputs[N] & string}` ? Inputs[N][P] : never;
}[keyof Inputs & string];

export interface FirstRequest {
  name: (typeof firstQueries)[number];
  input: object;
  /** Whether the response is the first page of a list. */
  paged: boolean;
}

const request =
  (paged: boolean) =>
  <N extends FirstRequest['name']>(name: N, input: InputOf<N> & object): FirstRequest => ({ name, input, paged });
const one = request(false);
const list = request(true);

export const homeRequests = () => [list('feed.home', homeInput)];

export const accountRequests = (viewer: number) => [list('posts.byUser', userPostsInput(viewer))];

export const messagesRequests = () =>
  [chatsInput(''), requestsInput, archivedInput].map((input) => list('chats.list', input));

export const postRequests = (postId: number) => [
  one('posts.byId', { postId }),
  list('comments.list', commentsInput(postId)),
];
