import type { User } from '../entities/index.ts';
import type { Columns, Present } from '../rows.ts';
import { list, statement } from '../statement.ts';
import type { LinksRow } from './profileLinks.ts';
import type { UserRow } from './users.ts';

/** Statements about pages that can be read without a session. */
export const publicPageQueries = {
  author: statement<
    [anonymous: number, id: number | null, name: string | null],
    UserRow & Columns<User, 'bio'> & LinksRow & { listed: boolean }
  >('publicPages/author'),
  listed: list<[anonymous: number, rows: number], Present<User, 'userName'>>('publicPages/listed'),
};
