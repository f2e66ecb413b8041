import type { Image, Post } from '../entities/index.ts';
import { statement } from '../statement.ts';

type Part = { rows: number; last: number };

const part = (name: string) => statement<[post: number, after: number, max: number], Part>(`erasePosts/${name}`);

/**
 * Statements that delete posts with everything that belongs to them; `first` is the value of `after` for the first batch of a
 * part.
 */
export const erasePostQueries = {
  some: statement<[author: number, max: number, post: number | null], { id: Post['id']; rows: number }>(
    'erasePosts/some',
  ),
  // Events are deleted before comments: otherwise the foreign key would delete the events of each comment one by one.
  parts: [
    { step: part('events'), first: 0 },
    { step: part('likes'), first: Number.MAX_SAFE_INTEGER },
    { step: part('commentLikes'), first: 0 },
    { step: part('comments'), first: Number.MAX_SAFE_INTEGER },
  ],
  remove: statement<[author: number, posts: number[]], { keys: Image['key'][]; rows: number }>('erasePosts/remove'),
};
