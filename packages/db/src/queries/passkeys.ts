import type { User } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { statement } from '../statement.ts';

export const passkeyQueries = {
  removeAll: statement<[user: number, session: string], never>('passkeys/removeAll'),
  guarded: statement<[user: number, session: string], Columns<User, 'id'>>('passkeys/guarded'),
};
