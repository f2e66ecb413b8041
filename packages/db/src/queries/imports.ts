import type { Image, Import, ImportGap, ImportItem, User } from '../entities/index.ts';
import type { Columns, Plain, Present } from '../rows.ts';
import { statement } from '../statement.ts';

type Id = Columns<Import, 'id'>;
/** The job that the statement has recorded. */
type Recorded = { job_id: number | null };

/** Statements about imports of archives. */
export const importQueries = {
  lockRoom: statement<[], { locked: string | null }>('imports/lockRoom'),
  open: statement<[user: number, key: string, size: number, audience: string | null, room: number], Id>('imports/open'),
  replace: statement<[user: number], Id & Recorded>('imports/replace'),
  append: statement<
    [
      user: number,
      id: number,
      from: number,
      bytes: number,
      last: boolean,
      maxParts: number,
      traceContext: object | null,
      name: string,
      room: number,
    ],
    { received: number | null; is_full: boolean }
  >('imports/append'),
  view: statement<
    [user: number, id: number | null],
    Columns<
      Import,
      'id' | 'state' | 'source' | 'size' | 'received' | 'found' | 'done' | 'skippedCount' | 'createdAt'
    > & { waiting: number | null }
  >('imports/view'),
  remove: statement<[user: number, id: number | null], Id & Recorded>('imports/remove'),
  begin: statement<
    [id: number, slice: number],
    Columns<Import, 'id' | 'user' | 'key' | 'state' | 'source' | 'audience' | 'parts' | 'partNames'> & {
      living: boolean | null;
    }
  >('imports/begin'),
  storeItems: statement<[id: number, posts: (string | null)[], what: string[], why: (string | null)[]], never>(
    'imports/storeItems',
  ),
  storeGaps: statement<[id: number, user: number, posts: string[], clientIds: string[], max: number], never>(
    'imports/storeGaps',
  ),
  gaps: statement<
    [user: number, before: number, from: number, rows: number],
    Columns<ImportGap, 'id' | 'post'> & Present<Import, 'source'>
  >('imports/gaps'),
  fillGap: statement<[id: number, post: string | null], never>('imports/fillGap'),
  placed: statement<[post: number], Columns<Image, 'clientId'>>('imports/placed'),
  planned: statement<[id: number, source: Plain<Import['source']>, found: number, skipped: number], Id>(
    'imports/planned',
  ),
  waiting: statement<[id: number, rows: number], Columns<ImportItem, 'id' | 'what'> & Present<ImportItem, 'post'>>(
    'imports/waiting',
  ),
  known: statement<[author: number, clientId: string, ownId: number | null], Columns<User, 'id'>>('imports/known'),
  unnamed: statement<[author: number], Columns<User, 'id'>>('imports/unnamed'),
  post: statement<
    [
      author: number,
      caption: string,
      location: string | null,
      clientId: string,
      audience: string,
      commenters: string,
      createdAt: string,
      editedAt: string | null,
      expiresAt: string | null,
      words: string[],
      frozenAt: string | null,
    ],
    Columns<User, 'id'>
  >('imports/post'),
  uploading: statement<[member: number], { yes: boolean | null }>('imports/uploading'),
  recordOutcome: statement<
    [id: number, item: number, done: boolean, what: string[], why: string[], maxSkipped: number],
    Id
  >('imports/recordOutcome'),
  next: statement<[id: number, slice: number, traceContext: object | null], Recorded>('imports/next'),
  finish: statement<[id: number, state: 'done' | 'failed'], Columns<Import, 'user'> & Recorded>('imports/finish'),
  resume: statement<[], Id & Recorded>('imports/resume'),
  removeAbandoned: statement<[], Id & Recorded>('imports/removeAbandoned'),
};
