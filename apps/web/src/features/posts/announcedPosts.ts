import { createStore, useStore } from '../../lib/store.ts';

const posts = createStore<number[]>([]);

/** Returns the ids of other members' posts that live events have announced and that the feed does not contain yet. */
export const announcedPosts = posts.get;

export const useAnnouncedPosts = (): number[] => useStore(posts);

/** The maximum number of announced posts that are remembered while Home is not open. */
const maxAnnounced = 100;

export const announcePost = (postId: number): void => posts.set([...posts.get(), postId].slice(-maxAnnounced));

/** Removes posts from the announced ones, because they are now shown or are deleted. */
export function withdrawPosts(ids: number[]): void {
  const left = announcedPosts().filter((each) => !ids.includes(each));
  if (left.length < announcedPosts().length) posts.set(left);
}
