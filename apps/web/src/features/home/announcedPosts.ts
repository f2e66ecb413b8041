let posts: number[] = [];
const watchers = new Set<() => void>();

function set(next: number[]): void {
  posts = next;
  for (const watcher of watchers) watcher();
}

/** Returns the ids of other members' posts that live events have announced and that the feed does not contain yet. */
export const announcedPosts = (): number[] => posts;

export function watchAnnounced(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** The maximum number of announced posts that are remembered while Home is not open. */
const maxAnnounced = 100;

export const announcePost = (postId: number): void => set([...posts, postId].slice(-maxAnnounced));

/** Removes posts from the announced ones, because they are now shown or are deleted. */
export function withdrawPosts(ids: number[]): void {
  const left = posts.filter((each) => !ids.includes(each));
  if (left.length < posts.length) set(left);
}
