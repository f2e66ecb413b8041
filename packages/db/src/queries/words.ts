import type { Post, PostWord, User, UserNamePart } from '../entities/index.ts';
import type { Columns, Examined } from '../rows.ts';
import { list, statement } from '../statement.ts';
import type { PostRow } from './posts.ts';
import type { UserListRow } from './users.ts';

export type FoundPerson = UserListRow & Columns<UserNamePart, 'part'> & { rank: number; key_id: User['id'] };

/** Statements that read or write the search index of posts and members. */
export const wordQueries = {
  put: statement<[post: number, words: string[]], never>('words/put'),
  posts: list<
    [
      viewer: number,
      words: string[],
      terms: number[],
      from: string | null,
      to: string | null,
      termsCount: number,
      before: number,
      rows: number,
      maxBegun: number,
    ],
    PostRow & { key_id: Post['id'] } & Examined
  >('words/posts'),
  tags: list<
    [viewer: number, from: string, to: string, after: string, rows: number],
    Columns<PostWord, 'word'> & { posts_count: number } & Examined
  >('words/tags'),
  trending: list<[viewer: number, posts: number, rows: number], Columns<PostWord, 'word'> & { posts_count: number }>(
    'words/trending',
  ),
  people: list<
    [viewer: number, from: string, to: string, rank: number, after: string, id: number, rows: number],
    FoundPerson & Examined
  >('words/people'),
};
