import { statement } from '../statement.ts';

type Erased = { rows: number };

type Chunk = [user: number, max: number];

/** Statements that delete a batch of what a deleted user left, in the order in which they run. */
export const eraseQueries = {
  likes: statement<Chunk, Erased>('erase/likes'),
  bookmarks: statement<Chunk, Erased>('erase/bookmarks'),
  commentLikes: statement<Chunk, Erased>('erase/commentLikes'),
  reactions: statement<Chunk, Erased>('erase/reactions'),
  comments: statement<Chunk, Erased>('erase/comments'),
  following: statement<Chunk, Erased>('erase/following'),
  followers: statement<Chunk, Erased>('erase/followers'),
  causedEvents: statement<Chunk, Erased>('erase/causedEvents'),
  receivedEvents: statement<Chunk, Erased>('erase/receivedEvents'),
  notifications: statement<Chunk, Erased>('erase/notifications'),
  directChats: statement<Chunk, Erased>('erase/directChats'),
  requests: statement<Chunk, Erased>('erase/requests'),
  blocks: statement<Chunk, Erased>('erase/blocks'),
  mutes: statement<Chunk, Erased>('erase/mutes'),
  closeFriends: statement<Chunk, Erased>('erase/closeFriends'),
};

export const lastEraseQueries = {
  groups: statement<Chunk, { chat_id: number }>('erase/groups'),
  images: statement<Chunk, { key: string }>('erase/images'),
  rest: statement<[user: number], never>('erase/rest'),
};
