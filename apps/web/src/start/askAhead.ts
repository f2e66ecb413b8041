import { homeInput, userPostsInput } from '../lib/lists.ts';
import type { PostPage, Session } from '../lib/types.ts';

const first = { direction: 'forward' };

/** Must equal the client's URL for the same query to the letter, since the client finds the answer by it. */
const address = (path: string, input?: object) =>
  `/trpc/${path}${input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''}`;

const lists: Record<string, (viewer: number) => string> = {
  home: () => address('feed.home', { ...homeInput, ...first }),
  account: (viewer) => address('posts.byUser', { ...userPostsInput(viewer), ...first }),
};

export interface Asked {
  /** Answers under way, by address. */
  answers: Map<string, Promise<Response>>;
  session: Promise<Session>;
  /** None where a screen begins with something else. */
  list?: Promise<PostPage>;
}

/** Reads a clone: the app reads the answer itself later. */
async function read<T>(answer: Promise<Response>): Promise<T> {
  const response = (await answer).clone();
  return ((await response.json()) as { result: { data: T } }).result.data;
}

export function askAhead(screen: string, viewer: number): Asked {
  const answers = new Map<string, Promise<Response>>();
  function ask<T>(path: string): Promise<T> {
    const answer = fetch(path);
    answers.set(path, answer);
    const data = read<T>(answer);
    // What fails here is asked for again by the screen, which says so.
    data.catch(() => undefined);
    return data;
  }
  const list = lists[screen];
  return { list: list && ask<PostPage>(list(viewer)), session: ask<Session>(address('auth.session')), answers };
}
