import * as contract from '@kith/contracts';
import {
  listTagPosts,
  listTrendingTags,
  search as searchAll,
  searchPeople,
  searchPosts,
  searchTags,
} from '@kith/domain';
import { limited, router, signedIn } from '../trpc.ts';

const ofKind = limited('search').input(contract.searchOfKindInput);

export const search = router({
  all: limited('search')
    .input(contract.searchInput)
    .query(({ ctx, input }) => searchAll(ctx.domain, ctx.actor, input)),
  people: ofKind.query(({ ctx, input }) => searchPeople(ctx.domain, ctx.actor, input)),
  posts: ofKind.query(({ ctx, input }) => searchPosts(ctx.domain, ctx.actor, input)),
  tags: ofKind.query(({ ctx, input }) => searchTags(ctx.domain, ctx.actor, input)),
});

export const tags = router({
  posts: signedIn.input(contract.tagPostsInput).query(({ ctx, input }) => listTagPosts(ctx.domain, ctx.actor, input)),
  trending: signedIn
    .input(contract.pageInput)
    .query(({ ctx, input }) => listTrendingTags(ctx.domain, ctx.actor, input)),
});
