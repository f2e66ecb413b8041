import type { Mute } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { statement } from '../statement.ts';
import type { ListedUser, PageOfOwn, UserRow } from './users.ts';

/** Statements about mutes. */
export const muteQueries = {
  add: statement<[muter: number, muted: number, until: string], Columns<Mute, 'until'>>('mutes/add'),
  list: statement<PageOfOwn, UserRow & ListedUser & { until: string | null }>('mutes/list'),
};
