import type { Export, Image, User } from '../entities/index.ts';
import type { Columns, Present } from '../rows.ts';
import { statement } from '../statement.ts';

/** A row of a list in an export. */
export type ExportedRow = Record<string, unknown>;

const exported = (name: string) => statement<[user: number], ExportedRow>(`exports/${name}`);

/** Statements about exports and their contents. */
export const exportQueries = {
  request: statement<[user: number, key: string], Columns<Export, 'key'>>('exports/request'),
  lease: statement<[user: number, key: string, seconds: number], Present<Export, 'fetchingUntil'>>('exports/lease'),
  renewLease: statement<[user: number, key: string, seconds: number, until: string], Present<Export, 'fetchingUntil'>>(
    'exports/renewLease',
  ),
  releaseLease: statement<[user: number, key: string, until: string], Columns<Export, 'key'>>('exports/releaseLease'),
  remove: statement<[user: number], { job_id: number | null }>('exports/remove'),
  profile: statement<[user: number], Columns<User, 'pictureKey'> & ExportedRow>('exports/profile'),
  pictures: statement<[user: number], { file: string } & Columns<Image, 'key' | 'widths'>>('exports/pictures'),
  messagePictures: statement<[user: number], { file: string } & Columns<Image, 'key' | 'widths'>>(
    'exports/messagePictures',
  ),
};

/** The lists of an export, in order. */
export const exportLists = {
  posts: exported('posts'),
  comments: exported('comments'),
  likes: exported('likes'),
  saved: exported('saved'),
  likedComments: exported('likedComments'),
  following: exported('following'),
  followers: exported('followers'),
  asked: exported('asked'),
  blocked: exported('blocked'),
  muted: exported('muted'),
  closeFriends: exported('closeFriends'),
  groups: exported('groups'),
  messages: exported('messages'),
  reactions: exported('reactions'),
  notifications: exported('notifications'),
  sessions: exported('sessions'),
  tokens: exported('tokens'),
  webhooks: exported('webhooks'),
  links: exported('links'),
};
