import {
  foldName,
  type Page,
  type PostView,
  type SearchBest,
  type SearchKind,
  type TagCount,
  tagOfWord,
  tagPrefix,
  tagWord,
  type UserListItem,
  wordsIn,
} from '@kith/contracts';
import { wordQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { idCursor, type PageInput, partCursor, wordCursor } from '../cursor.ts';
import { pictureAddresses } from '../images/pictureAddresses.ts';
import { postView } from '../posts/postView.ts';
import { userListItem } from '../users/userView.ts';
import { visiblePage } from '../visiblePage.ts';

type Search = PageInput & { query: string };

const emptyPage = { items: [], nextCursor: null };

/** A text that is greater than every word with this prefix. */
const endOfPrefix = (begin: string): string => `${begin}\u{10FFFF}`;

/** The maximum number of words of a search, including the completions of the last one. */
const maxWords = 12;

interface SearchTerms {
  words: string[];
  /** The last term if it may be incomplete; null if all terms are in `words`. */
  begin: string | null;
}

/** Posts with all these words, newest first, that the caller may see and whose authors the caller has not muted. */
async function findPosts(ctx: Context, actor: Actor, input: PageInput, { words, begin }: SearchTerms) {
  const address = await pictureAddresses(ctx);
  const end = begin === null ? null : endOfPrefix(begin);
  return visiblePage<number, Awaited<ReturnType<typeof read>>[number], PostView>(input, {
    key: idCursor,
    read,
    view: (row) => postView(ctx.settings, address, row),
    keyOf: (row) => [row.key_id],
    // The posts of several words are examined in steps, of which some find none.
    rowsPerResult: words.length + Number(begin !== null) > 1 ? 2 : 1,
  });
  function read(before: number, rows: number) {
    const remaining = maxWords - words.length;
    return ctx.db.run(wordQueries.posts, [actor.userId, words, begin, end, before, rows, remaining]);
  }
}

/**
 * Posts that contain all words of the query, ignoring case and accents. The last word may be a prefix; it stands for its first
 * completions in alphabetical order that the caller may see, so that the search has at most twelve words. Words after the eleventh
 * are ignored.
 */
export async function searchPosts(ctx: Context, actor: Actor, input: Search): Promise<Page<PostView>> {
  const words = [...new Set(wordsIn(input.query).map(({ word }) => word))].slice(0, maxWords - 1);
  const begin = words.pop();
  return begin === undefined ? emptyPage : findPosts(ctx, actor, input, { words, begin });
}

/** Posts with a tag, newest first; empty if no post has it. */
export const listTagPosts = (ctx: Context, actor: Actor, input: PageInput & { tag: string }): Promise<Page<PostView>> =>
  findPosts(ctx, actor, input, { words: [tagWord(input.tag)], begin: null });

/** The maximum number of tags per page; for each tag, at most its hundred newest posts are counted. */
const maxTags = 20;

/** Tags with this prefix, ignoring accents, in alphabetical order, of posts that the caller may see. */
export async function searchTags(ctx: Context, actor: Actor, input: Search): Promise<Page<TagCount>> {
  const begin = tagPrefix(input.query);
  if (!/^#[\p{L}\p{N}_]+$/u.test(begin)) return emptyPage;
  const limit = Math.min(input.limit, maxTags);
  return visiblePage(
    { ...input, limit },
    {
      key: wordCursor,
      read: (last, rows) => ctx.db.run(wordQueries.tags, [actor.userId, begin, endOfPrefix(begin), last, rows]),
      view: (row) => ({ tag: tagOfWord(row.word), postsCount: row.posts_count }),
      keyOf: (row) => [row.word],
    },
  );
}

/** The number of newest posts among which trending tags are counted. */
const trendingPosts = 300;

/**
 * The tags, at most 20, that most people used in public posts of the last seven days that the caller may see, of which the newest
 * 300 are counted.
 */
export async function listTrendingTags(ctx: Context, actor: Actor, input: { limit: number }): Promise<Page<TagCount>> {
  const rows = await ctx.db.run(wordQueries.trending, [actor.userId, trendingPosts, Math.min(input.limit, maxTags)]);
  return { items: rows.map((row) => ({ tag: tagOfWord(row.word), postsCount: row.posts_count })), nextCursor: null };
}

/**
 * People whose user name or display name contains the query, ignoring case and accents, without the caller: first user names that
 * begin with it, and in both parts members whom the caller follows first. Unless `namesOnly`, people whose bio has the words of the
 * query follow.
 */
export async function searchPeople(
  ctx: Context,
  actor: Actor,
  input: Search & { namesOnly?: boolean | undefined },
): Promise<Page<UserListItem>> {
  const part = foldName(input.query.replace(/^@/, ''));
  if (part === '') return emptyPage;
  const bio = input.namesOnly
    ? []
    : wordsIn(input.query)
        .slice(0, maxWords)
        .map(({ word }) => word);
  return visiblePage(input, {
    key: partCursor,
    read: ({ rank, after: last, id }, rows) =>
      ctx.db.run(wordQueries.people, [actor.userId, part, endOfPrefix(part), rank, last, id, rows, bio]),
    view: (row) => userListItem(ctx.settings, row),
    keyOf: (row) => [row.rank, row.part, row.key_id],
  });
}

/** The maximum number of results of each kind in a search for every kind. */
const maxBest = 5;

/** The first results of each kind, at most five. */
export async function searchBest(ctx: Context, actor: Actor, input: Omit<Search, 'cursor'>): Promise<SearchBest> {
  const first = { query: input.query, limit: Math.min(input.limit, maxBest) };
  const [people, posts, tags] = await Promise.all([
    searchPeople(ctx, actor, first),
    searchPosts(ctx, actor, first),
    searchTags(ctx, actor, first),
  ]);
  return { people: people.items, posts: posts.items, tags: tags.items };
}

const searches = { people: searchPeople, posts: searchPosts, tags: searchTags, all: searchBest };

/** Runs the search of the given kind: a page of results or, for `all`, the first results of each kind. */
export const search = (
  ctx: Context,
  actor: Actor,
  { kind, ...input }: Search & { kind: SearchKind },
): Promise<Page<UserListItem | PostView | TagCount> | SearchBest> => searches[kind](ctx, actor, input);
