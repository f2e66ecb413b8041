import type { SignInNotice, User } from '../entities/index.ts';
import type { Columns, Present } from '../rows.ts';
import { statement } from '../statement.ts';

export const signInNoticeQueries = {
  add: statement<[user: number, session: string, device: string, userAgent: string], Columns<SignInNotice, 'id'>>(
    'signInNotices/add',
  ),
  deny: statement<
    [code: string],
    Columns<SignInNotice, 'user'> & Columns<User, 'authProvider'> & Present<User, 'email'>
  >('signInNotices/deny'),
};
