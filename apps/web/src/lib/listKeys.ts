import type { QueryKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from './trpc.ts';
import type { CommentView, Member, PostView, QueriesOf } from './types.ts';

// The keys of all lists that hold posts, members or comments, for what changes or removes one of these wherever it is cached. The
// types ask for every such list that the server has.

export type PostList = QueriesOf<{ items: PostView[] }>;

export const postLists: Record<PostList, QueryKey> = {
  'bookmarks.list': getQueryKey(trpc.bookmarks.list),
  'feed.home': getQueryKey(trpc.feed.home),
  'posts.byUser': getQueryKey(trpc.posts.byUser),
  'posts.list': getQueryKey(trpc.posts.list),
  'posts.popular': getQueryKey(trpc.posts.popular),
  'search.posts': getQueryKey(trpc.search.posts),
  'tags.posts': getQueryKey(trpc.tags.posts),
};

const people: Record<QueriesOf<{ items: Member[] }>, QueryKey> = {
  'closeFriends.list': getQueryKey(trpc.closeFriends.list),
  'follows.followers': getQueryKey(trpc.follows.followers),
  'follows.following': getQueryKey(trpc.follows.following),
  'follows.friends': getQueryKey(trpc.follows.friends),
  'follows.requests': getQueryKey(trpc.follows.requests),
  'likes.likers': getQueryKey(trpc.likes.likers),
  'messages.readers': getQueryKey(trpc.messages.readers),
  'notifications.actors': getQueryKey(trpc.notifications.actors),
  'search.people': getQueryKey(trpc.search.people),
  'users.blocks': getQueryKey(trpc.users.blocks),
  'users.mutes': getQueryKey(trpc.users.mutes),
  'users.search': getQueryKey(trpc.users.search),
  'users.suggested': getQueryKey(trpc.users.suggested),
};
export const peopleLists = Object.values(people);

const comments: Record<QueriesOf<{ items: CommentView[] }>, QueryKey> = {
  'comments.list': getQueryKey(trpc.comments.list),
  'comments.replies': getQueryKey(trpc.comments.replies),
};
export const commentLists = Object.values(comments);
