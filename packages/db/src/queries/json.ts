import type { Case, Report } from '../entities/index.ts';

// The types of JSON columns, and of parameters and computed columns with a few words. The .sql files name them:
// `as "people!: ChatMember[]"`, `create(author, audience: Audience)`.

/** Who may see a post. */
export type Audience = 'public' | 'friends' | 'close' | 'private';

/** Who of those who may see a post may comment. */
export type Commenters = 'everyone' | 'friends' | 'nobody';

export type Language = 'en' | 'es' | 'pl';

/** Which members a host lists. */
export type MemberFilter = 'all' | 'disabled' | 'unconfirmed' | 'hosts' | 'moderators';

/** What a report is about. */
export type CaseKind = Case['kind'];
export type Outcome = NonNullable<Case['outcome']>;
export type ReportReason = Report['reason'];

/** Whether the viewer follows the user of a row, or has requested to. */
export type FollowState = 'none' | 'requested' | 'following';

/** A user as an actor of a notification. */
export interface Person {
  id: number;
  user_name: string;
  display_name: string | null;
  picture_key: string | null;
}

/** A link of a profile, in the order in which they are shown. */
export interface ProfileLink {
  url: string;
  verified: boolean;
}

export type MediaKind = 'picture' | 'video' | 'voice';

export type PictureStatus = 'processing' | 'ready' | 'failed';

/** The container of a video or a voice message. */
export type Container = 'mp4' | 'webm';

/** A picture after a post's first. */
export interface MorePicture {
  id: number;
  alt: string | null;
  status: PictureStatus;
  key: string;
  widths: number[];
  width: number | null;
  height: number | null;
  thumbhash: string | null;
  media: MediaKind;
  container: Container | null;
  duration_ms: number | null;
  /** Why it failed, if the viewer is to know: the code of a refusal, and more about it. */
  failure?: string | null;
}

/** A picture of an album, with the member who added it. */
export interface AlbumPicture extends MorePicture {
  adder: Person;
}

/** The first five pictures of an album that its viewer sees, and the number of all. */
export interface AlbumJson {
  count: number;
  pictures: AlbumPicture[];
  /** The names after an @ in the caption, in lower case, that were the viewer's when it was written. */
  names: string[];
}

/** What a message shows: a picture, a video or a voice message. */
export interface MessagePicture extends MorePicture {
  peaks: number[] | null;
  /** Whether the receiver of a direct message has played the voice message. */
  listened: boolean;
}

/** The preview of a link; `key` and `widths` are those of its picture, null without one. */
export interface LinkPreviewJson {
  url: string;
  title: string;
  description: string | null;
  siteName: string | null;
  key: string | null;
  widths: number[] | null;
}

/** Whether a member comes to an event. */
export type Answer = 'yes' | 'maybe' | 'no';

/** What a post is besides its text and pictures. */
export type PostKind = 'event' | 'poll' | 'album';

/** The event of a post; times are in PostgreSQL's format of a timestamp in JSON. */
export interface EventJson {
  starts_at: string;
  ends_at: string | null;
  time_zone: string;
  place: string | null;
  cancelled_at: string | null;
  yes: number;
  maybe: number;
  no: number;
  /** The viewer's answer. */
  mine: Answer | null;
}

/** When the event of a post takes place; times are in PostgreSQL's format of a timestamp in JSON. */
export interface TodayEvent extends Pick<EventJson, 'starts_at' | 'ends_at' | 'time_zone'> {
  id: number;
}

/** The day on which a member was born, of any year. */
export interface Birthday {
  month: number;
  day: number;
}

/** The poll of a post or a message; `closes_at` is in PostgreSQL's format of a timestamp in JSON. */
export interface PollJson {
  id: number;
  multiple: boolean;
  named: boolean;
  closes_at: string | null;
  closed: boolean;
  voters: number;
  options: { id: number; text: string; votes: number; mine: boolean }[];
}

/** A member of a chat; `joined_at` is set only for visible members of a group, in PostgreSQL's format of a timestamp in JSON. */
export interface ChatMember {
  id: number;
  user_name: string | null;
  display_name: string | null;
  picture_key: string | null;
  joined_at: string | null;
}

/** The post that a message shares. */
export interface PostCard {
  id: number;
  caption: string;
  author_id: number;
  user_name: string;
  display_name: string | null;
  picture_key: string | null;
  image: (MorePicture & { public: boolean }) | null;
  event: EventJson | null;
}

/** The beginning of a quoted message; if `folded`, the reader may not read its text. */
export interface Quote {
  messageId: number;
  senderId: number;
  content: string;
  deleted: boolean;
  folded: boolean;
  picture: boolean;
  media: MediaKind | null;
  post: boolean;
  poll: boolean;
}

/** The members' reactions to a message with one emoji; `mine` if the viewer's is among them. */
export interface Reactions {
  emoji: string;
  count: number;
  mine: boolean;
}

/** A report of a case. */
export interface CaseReport {
  reason: ReportReason;
  words: string;
}

/** An earlier case about the same author. */
export interface EarlierCase {
  kind: CaseKind;
  outcome: Outcome;
}
