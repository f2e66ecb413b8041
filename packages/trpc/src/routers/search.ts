import * as contract from '@kith/contracts';
import {
  listTagPosts,
  listTrendingTags,
  search as searchAll,
  searchBest,
  searchPeople,
  searchPosts,
  searchTags,
} from '@kith/domain';
import { protectedProcedure, router } from '../trpc.ts';

const ofKind = protectedProcedure.meta({ scope: 'read', limit: 'search' }).input(contract.searchOfKindInput);

export const search = router({
  all: protectedProcedure
    .meta({
      scope: 'read',
      limit: 'search',
      rest: 'GET /search',
      summary:
        'Searches members by any part of their names and by the words of their bios, posts by words, newest first, tags by prefix, or all of them: then the answer is no list, but has the best five of each.',
      list: contract.searchFound,
      data: contract.searchBest,
    })
    .input(contract.searchInput)
    .query(({ ctx, input }) => searchAll(ctx.domain, ctx.actor, input)),
  best: protectedProcedure
    .meta({ scope: 'read', limit: 'search' })
    .input(contract.searchBestInput)
    .query(({ ctx, input }) => searchBest(ctx.domain, ctx.actor, input)),
  people: protectedProcedure
    .meta({ scope: 'read', limit: 'search' })
    .input(contract.searchPeopleInput)
    .query(({ ctx, input }) => searchPeople(ctx.domain, ctx.actor, input)),
  posts: ofKind.query(({ ctx, input }) => searchPosts(ctx.domain, ctx.actor, input)),
  tags: ofKind.query(({ ctx, input }) => searchTags(ctx.domain, ctx.actor, input)),
});

export const tags = router({
  posts: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /tags/:tag/posts',
      summary: 'Lists the posts with a tag, newest first.',
      list: contract.post,
    })
    .input(contract.tagPostsInput)
    .query(({ ctx, input }) => listTagPosts(ctx.domain, ctx.actor, input)),
  trending: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /tags/trending',
      summary: 'Lists the tags that most people used this week in public posts.',
      list: contract.tagCount,
    })
    .input(contract.pageInput)
    .query(({ ctx, input }) => listTrendingTags(ctx.domain, ctx.actor, input)),
});
