import type { Export, Image, PendingJob, Post, ServerSecret, User } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { statement } from '../statement.ts';

/** Statements that hand recorded jobs to the queue. */
export const pendingJobQueries = {
  lease: statement<
    [rows: number, seconds: number, names: readonly string[]],
    Columns<PendingJob, 'id' | 'name' | 'payload'>
  >('pendingJobs/lease'),
  done: statement<[ids: number[]], never>('pendingJobs/done'),
  release: statement<[ids: number[]], never>('pendingJobs/release'),
  unknown: statement<[names: readonly string[]], { name: string; jobs: number }>('pendingJobs/unknown'),
  waiting: statement<[], { jobs: number; overdue_seconds: number }>('pendingJobs/waiting'),
};

type Batch = [after: number, upTo: number];

/** How the counters of one table are set right: which rows seem to have drifted, the lock on some, what mends them. */
const counters = (table: 'users' | 'posts' | 'notifications' | 'contacts', key: string[]) => ({
  table,
  key,
  drifted: statement<Batch, Record<string, number>>(`counters/${table}Drifted`),
  locked: statement<number[][], never>(`counters/${table}Locked`),
  mended: statement<number[][], object>(`counters/${table}Mended`),
});

/** Statements that recount; `key` names the columns of the table's primary key. */
export const counterQueries = {
  tables: [
    counters('users', ['id']),
    counters('posts', ['id']),
    counters('notifications', ['id']),
    counters('contacts', ['user_id', 'contact_id']),
  ],
  lastOf: statement<[], Record<'users' | 'posts' | 'notifications' | 'contacts', number>>('counters/lastOf'),
  notificationsOfNobody: statement<Batch, never>('counters/notificationsOfNobody'),
};

type PastTime = readonly [now: Date, most: number];

/** Statements that remove what is past its time, some rows at once. */
export const expiredQueries = ['rows', 'events', 'notifications'].map((name) =>
  statement<PastTime, { rows: number }>(`expired/${name}`),
);

/** Statements that tell an operator of the server and its schema. */
export const serverQueries = {
  secret: statement<[name: string, value: string], Columns<ServerSecret, 'value'>>('server/secret'),
  facts: statement<[], { version: string; bytes: number; connections: number; most: number }>('server/facts'),
  schema: statement<[], { name: string }>('server/schema'),
};

/** One row of one list of an export, as it is written there. */
export type ExportedRow = Record<string, unknown>;

const exported = (name: string) => statement<[user: number], ExportedRow>(`exports/${name}`);

type Held = { fetching_until: string };

/** Statements that read or write a user's export, and what it holds. */
export const exportQueries = {
  request: statement<[user: number, key: string], Columns<Export, 'key'>>('exports/request'),
  current: statement<[user: number], Columns<Export, 'key' | 'status' | 'bytes' | 'expiresAt'>>('exports/current'),
  show: statement<[user: number, key: string, bytes: number], Columns<Export, 'key'>>('exports/show'),
  take: statement<[user: number, key: string, seconds: number], Held>('exports/take'),
  hold: statement<[user: number, key: string, seconds: number, until: string], Held>('exports/hold'),
  giveBack: statement<[user: number, key: string, until: string], Columns<Export, 'key'>>('exports/giveBack'),
  profile: statement<[user: number], Columns<User, 'pictureKey'> & ExportedRow>('exports/profile'),
  pictures: statement<[user: number], { postId: Post['id'] } & Columns<Image, 'key' | 'widths'>>('exports/pictures'),
};

/** The lists of an export, in their order. */
export const exportLists = {
  posts: exported('posts'),
  comments: exported('comments'),
  likes: exported('likes'),
  following: exported('following'),
  followers: exported('followers'),
  asked: exported('asked'),
  blocked: exported('blocked'),
  muted: exported('muted'),
  messages: exported('messages'),
  notifications: exported('notifications'),
  sessions: exported('sessions'),
};
