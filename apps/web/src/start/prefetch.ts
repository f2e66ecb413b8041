import { callOf } from '../lib/ahead.ts';
import { chatsInput, commentsInput, homeInput, requestsInput, userPostsInput } from '../lib/lists.ts';
import type { ChatPage, PostPage, PostView, Session } from '../lib/types.ts';

const address = (path: string, input?: object) =>
  `/trpc/${path}${input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''}`;

const lists: Record<string, (viewer: number) => string> = {
  home: () => address('feed.home', homeInput),
  account: (viewer) => address('posts.byUser', userPostsInput(viewer)),
};

export interface Prefetched {
  /** The prefetched responses, keyed by `callOf` of their URLs. The app uses them in place of its first requests. */
  responses: Map<string, Promise<Response>>;
  session: Promise<Session>;
  /** The list of posts. Undefined for screens without one. */
  list?: Promise<PostPage>;
  /** Only set on /messages: the chats, and the chat requests. */
  chats?: [Promise<ChatPage>, Promise<ChatPage>];
  /** Only set on the page of a post. */
  post?: Promise<PostView>;
}

/** Returns the responses that the screen's outline shows. Empty for screens whose outline shows only placeholders. */
export const contentOf = ({ list, post, chats }: Prefetched): Promise<unknown>[] =>
  [list, post, ...(chats ?? [])].filter((each) => each !== undefined);

/** Reads a clone of the response, because the app reads the response itself later. */
async function read<T>(pending: Promise<Response>): Promise<T> {
  const response = (await pending).clone();
  return ((await response.json()) as { result: { data: T } }).result.data;
}

export function prefetch(screen: string, viewer: number): Prefetched {
  const responses = new Map<string, Promise<Response>>();
  function request<T>(path: string): Promise<T> {
    const response = fetch(path);
    responses.set(callOf(path), response);
    const data = read<T>(response);
    // An error is ignored here, because the screen repeats the request and reports the error.
    data.catch(() => undefined);
    return data;
  }
  const list = lists[screen];
  const postId = screen === 'post' ? Number(location.pathname.split('/')[2]) : 0;
  if (postId > 0) void request(address('comments.list', commentsInput(postId)));
  return {
    responses,
    session: request<Session>(address('auth.session')),
    ...(list && { list: request<PostPage>(list(viewer)) }),
    ...(screen === 'messages' && {
      chats: [
        request<ChatPage>(address('chats.list', chatsInput(''))),
        request<ChatPage>(address('chats.list', requestsInput)),
      ],
    }),
    ...(postId > 0 && { post: request<PostView>(address('posts.byId', { postId })) }),
  };
}
