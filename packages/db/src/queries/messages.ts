import type { Image, Message, Post, User } from '../entities/index.ts';
import type { Columns, Present } from '../rows.ts';
import { statement } from '../statement.ts';
import type { ChosenChat } from './chats.ts';
import type { MorePicture } from './posts.ts';

type MessagePicture = Omit<MorePicture, 'key' | 'status'> & Pick<Columns<Image, 'key' | 'status'>, 'key' | 'status'>;

/** The post that a message shares. */
export type PostCardRow = Columns<Post, 'id' | 'caption' | 'author'> &
  Columns<User, 'pictureKey'> &
  Present<User, 'userName'> & { image: (MessagePicture & { public: boolean }) | null };

/** The beginning of a quoted message; if `folded`, the reader may not read its text. */
export interface QuoteRow {
  messageId: number;
  senderId: number;
  content: string;
  deleted: boolean;
  folded: boolean;
  picture: boolean;
  post: boolean;
}

export type MessageRow = Columns<
  Message,
  | 'id'
  | 'sender'
  | 'receiver'
  | 'content'
  | 'createdAt'
  | 'clientId'
  | 'editedAt'
  | 'deletedAt'
  | 'event'
  | 'subject'
  | 'postId'
  | 'chat'
> & {
  /** True for a message of a group if there is a block between its author and the reader: then the text is empty. */
  folded: boolean;
  picture: MessagePicture | null;
  /** The shared post; null if there is none, or the reader may not see the post. */
  post_card: PostCardRow | null;
  reply_to: QuoteRow | null;
  reactions: { emoji: string; count: number; mine: boolean }[];
  read_by_receiver: boolean;
};

/** A message that was just sent. */
export type SentRow = Columns<Message, 'id' | 'createdAt' | 'clientId' | 'chat' | 'receiver'>;

/** Statements that read or write messages. */
export const messageQueries = {
  send: statement<
    [
      ...[sender: number, ...ChosenChat, content: string, clientId: string | null, replyTo: number | null],
      ...[image: number | null, post: number | null, words: string[], mentioned: string[]],
    ],
    SentRow
  >('messages/send'),
  byClientId: statement<[sender: number, ...ChosenChat, clientId: string], MessageRow>('messages/byClientId'),
  closed: statement<[sender: number, receiver: number], { closed: boolean }>('messages/closed'),
  page: statement<[member: number, ...ChosenChat, before: number, after: number, rows: number], MessageRow>(
    'messages/page',
  ),
  after: statement<[member: number, chat: number, after: number, rows: number], MessageRow>('messages/after'),
  beforeTime: statement<[time: string], { id: number }>('messages/beforeTime'),
  sentBy: statement<[viewer: number, sender: number, receiver: number, before: number, rows: number], MessageRow>(
    'messages/sentBy',
  ),
  ofPicture: statement<[anonymous: number, picture: number], MessageRow>('messages/ofPicture'),
  byId: statement<[viewer: number, message: number], MessageRow>('messages/byId'),
  ofMember: statement<[member: number, message: number], MessageRow>('messages/ofMember'),
  newestId: statement<[], Columns<Message, 'id'>>('messages/newestId'),
  missed: statement<[user: number, after: number, rows: number], MessageRow>('messages/missed'),
  markOneRead: statement<
    [receiver: number, message: number],
    Columns<Message, 'chat' | 'sender'> & { changed: boolean }
  >('messages/markOneRead'),
  search: statement<
    [
      ...[member: number, words: string[], chat: number | null, before: number, rows: number, chats: number],
      ...[begin: string, by: string | null, max: number],
    ],
    MessageRow
  >('messages/search'),
};
