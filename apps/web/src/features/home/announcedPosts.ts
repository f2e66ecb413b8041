let posts: number[] = [];
const watchers = new Set<() => void>();

function set(next: number[]): void {
  posts = next;
  for (const watcher of watchers) watcher();
}

/** Posts by others that were announced since the feed was last fetched, whatever screen the member is on. */
export const announcedPosts = (): number[] => posts;

export function watchAnnounced(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** Kept while Home is not open; of older ones nobody needs to know. */
const mostAnnounced = 100;

export const announcePost = (postId: number): void => set([...posts, postId].slice(-mostAnnounced));

/** Removes posts that are shown now or deleted. */
export function withdrawPosts(gone: number[]): void {
  const left = posts.filter((each) => !gone.includes(each));
  if (left.length < posts.length) set(left);
}
