import { type RowOf, type Statement, statementsIn } from '../statement.ts';
import type { Statements } from './statements.gen.ts';

export type { AlbumPicture, EventJson, LinkPreviewJson, MediaKind, MorePicture, PollJson, TodayEvent } from './json.ts';

const folder = new URL('./', import.meta.url);

/** The statements of `noun.sql`, by name. */
const statements = <N extends keyof Statements>(noun: N) => statementsIn(folder, noun) as unknown as Statements[N];

export const accountQueries = statements('accounts');
export const albumQueries = statements('albums');
export const birthdayQueries = statements('birthdays');
export const blockQueries = statements('blocks');
export const bookmarkQueries = statements('bookmarks');
export const chatListQueries = statements('chatLists');
export const chatQueries = statements('chats');
export const closeFriendQueries = statements('closeFriends');
export const commentQueries = statements('comments');
export const contactQueries = statements('contacts');
export const counterQueries = statements('counters');
export const eventQueries = statements('events');
export const feedQueries = statements('feed');
export const followQueries = statements('follows');
export const hostQueries = statements('host');
export const imageQueries = statements('images');
export const importQueries = statements('imports');
export const invitationQueries = statements('invitations');
export const likeQueries = statements('likes');
export const linkPreviewQueries = statements('linkPreviews');
export const liveQueries = statements('live');
export const messageChangeQueries = statements('messageChanges');
export const messageQueries = statements('messages');
export const moderationQueries = statements('moderation');
export const muteQueries = statements('mutes');
export const notificationQueries = statements('notifications');
export const pendingJobQueries = statements('pendingJobs');
export const pollQueries = statements('polls');
export const postQueries = statements('posts');
export const publicPageQueries = statements('publicPages');
export const pushQueries = statements('push');
export const rankingQueries = statements('ranking');
export const serverQueries = statements('server');
export const sessionQueries = statements('sessions');
export const signInNoticeQueries = statements('signInNotices');
export const todayQueries = statements('today');
export const userQueries = statements('users');
export const webhookQueries = statements('webhooks');
export const wordQueries = statements('words');

const { profile, year, files, ...lists } = statements('exports');
export const exportQueries = { profile, year, files };

/** The lists of an export, in order. */
export const exportLists: Record<keyof typeof lists, Statement<[user: number], ExportedRow>> = lists;

/** Statements that delete a batch of what a deleted user left, in the order in which they run. */
export const eraseQueries = statements('erase');

const { remove: removePosts, ...parts } = statements('erasePosts');

/**
 * Statements that delete posts with everything that belongs to them; `first` is the value of `after` for the first batch of a
 * part.
 */
export const erasePostQueries = {
  remove: removePosts,
  // Events are deleted before comments: otherwise the foreign key would delete the events of each comment one by one.
  parts: [
    { step: parts.small, first: 0 },
    { step: parts.likes, first: Number.MAX_SAFE_INTEGER },
    { step: parts.comments, first: Number.MAX_SAFE_INTEGER },
  ],
};

/** Statements that delete what has expired, in batches of at most `max` rows of a table. */
export const expiredQueries = Object.values(statements('expired'));

/**
 * What a list tells that also examines rows hidden from its viewer. A hidden row is returned only if it is the last one examined,
 * so that the next page can continue after it: it is not `shown`, and its joined columns may be missing.
 */
export interface Examined {
  shown: boolean;
  /** The position from 1 among all rows examined. */
  position: number;
}

export type CaseRow = RowOf<typeof moderationQueries.open>;
export type ChatRow = RowOf<typeof chatListQueries.one>;
export type CommentRow = RowOf<typeof commentQueries.byId>;
export type ContactRow = RowOf<typeof contactQueries.list>;
export type DeviceRow = RowOf<typeof pushQueries.devices>;
/** A row of a list in an export. */
export type ExportedRow = Record<string, unknown>;
export type HostMemberRow = RowOf<typeof hostQueries.members>;
export type LogRow = RowOf<typeof moderationQueries.log>;
export type MembershipRow = RowOf<typeof chatQueries.membership>;
export type MessageRow = RowOf<typeof messageQueries.byId>;
export type NotificationRow = RowOf<typeof notificationQueries.list>;
export type PostPictureRow = RowOf<typeof postQueries.pictures>;
export type PostRow = RowOf<typeof postQueries.byIds>;
export type ProfileRow = RowOf<typeof userQueries.byId>;
export type SentRow = RowOf<typeof messageQueries.send>;
export type UserListRow = RowOf<typeof userQueries.suggested>;
export type UserRow = Pick<UserListRow, 'id' | 'user_name' | 'display_name' | 'picture_key'>;

/** A chat by its id, or a direct chat by its other member; the other value is null. */
export type ChatParameters = [chat: number | null, withUser: number | null];
