import { callOf } from '../lib/ahead.ts';
import { chatsInput, contactsInput, homeInput, requestsInput, userPostsInput } from '../lib/lists.ts';
import type { ChatPage, ContactPage, PostPage, Session } from '../lib/types.ts';

const address = (path: string, input?: object) =>
  `/trpc/${path}${input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''}`;

const lists: Record<string, (viewer: number) => string> = {
  home: () => address('feed.home', homeInput),
  account: (viewer) => address('posts.byUser', userPostsInput(viewer)),
};

export interface Asked {
  /** Requests in flight, keyed by the `callOf` of their address. */
  answers: Map<string, Promise<Response>>;
  session: Promise<Session>;
  /** The list of posts; undefined for screens that do not start with one. */
  list?: Promise<PostPage>;
  /** Set on /messages: direct chats, all chats, and chat requests. */
  chats?: [Promise<ContactPage>, Promise<ChatPage>, Promise<ChatPage>];
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
    // The screen repeats a failed request and reports the error.
    data.catch(() => undefined);
    return data;
  }
  const list = lists[screen];
  return {
    answers,
    session: ask<Session>(address('auth.session')),
    ...(list && { list: ask<PostPage>(list(viewer)) }),
    ...(screen === 'messages' && {
      chats: [
        ask<ContactPage>(address('messages.contacts', contactsInput(''))),
        ask<ChatPage>(address('chats.list', chatsInput)),
        ask<ChatPage>(address('chats.list', requestsInput)),
      ],
    }),
  };
}
