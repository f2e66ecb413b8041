import type { Deps } from '@kith/api/deps';
import { accountQueries, OperatorEntry, secondFactorQueries, User } from '@kith/db';
import { Refusal } from '@kith/domain';
import { StartError } from '@kith/platform';
import { table } from './table.ts';

const day = (time: Date): string => time.toISOString().slice(0, 10);

/** Returns what an operator may need to know about a member, one fact a line, without posts or messages of the member. */
export async function showUser({ domain: { db } }: Deps, [userName = '']: string[]): Promise<string> {
  if (!/^[\w.-]{3,20}$/.test(userName)) throw new StartError('Usage: npm run kith -- user show NAME');
  const [found] = await db.run(accountQueries.userNameTaken, [userName]);
  if (!found) throw new Refusal('not-found');
  const user = await db.em().findOneOrFail(User, found.id);
  const [factor] = await db.run(secondFactorQueries.state, [found.id, '']);
  const removals = { user: found.id, action: 'second-factor-removed' } as const;
  const removal = await db.em().findOne(OperatorEntry, removals, { orderBy: { id: 'desc' } });
  const removed = removal ? `, removed by an operator on ${day(removal.at)}` : '';
  const address = user.email ?? 'none: it went to its owner';
  const lines = {
    name: user.userName ?? userName,
    joined: day(user.createdAt),
    'e-mail': `${address} (${user.emailConfirmed ? 'confirmed' : 'not confirmed'})`,
    'logs in by': user.authProvider === 'google' ? 'the provider' : 'password',
    account: user.private ? 'private' : 'public',
    'second factor': factor?.confirmed_at ? `since ${day(new Date(factor.confirmed_at))}` : `none${removed}`,
    moderator: user.moderator ? 'yes' : 'no',
    disabled: user.disabledAt
      ? `since ${day(user.disabledAt)}, by ${user.operatorDisabledAt ? 'an operator' : 'the moderators'}`
      : 'no',
  };
  return table(Object.entries(lines));
}
