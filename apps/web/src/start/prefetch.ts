import { callOf } from '../lib/ahead.ts';
import { chatsInput, contactsInput, homeInput, requestsInput, userPostsInput } from '../lib/lists.ts';
import type { PostPage, Session } from '../lib/types.ts';

const address = (path: string, input?: object) =>
  `/trpc/${path}${input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''}`;

const lists: Record<string, (viewer: number) => string> = {
  home: () => address('feed.home', homeInput),
  account: (viewer) => address('posts.byUser', userPostsInput(viewer)),
};

/** What screens begin with that are not drawn before the app. */
const others: Record<string, string[]> = {
  messages: [
    address('messages.contacts', contactsInput('')),
    address('chats.list', chatsInput),
    address('chats.list', requestsInput),
  ],
};

export interface Asked {
  /** Requests in flight, by the `callOf` of their address. */
  answers: Map<string, Promise<Response>>;
  session: Promise<Session>;
  /** None for screens that start with something else. */
  list?: Promise<PostPage>;
}

/** Reads a clone, because the app reads the response itself later. */
async function read<T>(answer: Promise<Response>): Promise<T> {
  const response = (await answer).clone();
  return ((await response.json()) as { result: { data: T } }).result.data;
}

export function prefetch(screen: string, viewer: number): Asked {
  const answers = new Map<string, Promise<Response>>();
  function ask<T>(path: string): Promise<T> {
    const answer = fetch(path);
    answers.set(callOf(path), answer);
    const data = read<T>(answer);
    // A failed request is repeated by the screen, which reports it.
    data.catch(() => undefined);
    return data;
  }
  const list = lists[screen];
  for (const each of others[screen] ?? []) void ask(each);
  return { list: list && ask<PostPage>(list(viewer)), session: ask<Session>(address('auth.session')), answers };
}
