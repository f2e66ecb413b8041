let posts: number[] = [];
const watchers = new Set<() => void>();

function set(next: number[]): void {
  posts = next;
  for (const watcher of watchers) watcher();
}

/** Posts by others that the server announced since the feed was last fetched. Every screen collects them. */
export const announcedPosts = (): number[] => posts;

export function watchAnnounced(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** How many announced posts are kept while Home is not open. */
const maxAnnounced = 100;

export const announcePost = (postId: number): void => set([...posts, postId].slice(-maxAnnounced));

/** Removes posts that are shown now or deleted. */
export function withdrawPosts(ids: number[]): void {
  const left = posts.filter((each) => !ids.includes(each));
  if (left.length < posts.length) set(left);
}
