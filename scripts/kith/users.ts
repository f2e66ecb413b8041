import type { Deps } from '@kith/api/deps';
import { signUpInput } from '@kith/contracts';
import { accountQueries, HostEntry, User } from '@kith/db';
import {
  confirmMember,
  createMember,
  deleteMember,
  disableUser,
  enableUser,
  idOfMember,
  listMembersAsOperator,
  makeResetLink,
  Refusal,
} from '@kith/domain';
import { StartError } from '@kith/platform';
import { inBytes, table } from './table.ts';

const day = (time: Date): string => time.toISOString().slice(0, 10);

/** Returns what an operator may need to know about a member, one fact a line, without posts or messages of the member. */
async function showUser({ domain }: Deps, [userName = '']: string[]): Promise<string> {
  const { db } = domain;
  if (!/^[\w.-]{3,20}$/.test(userName)) throw new StartError('Usage: npm run kith -- user show NAME');
  const id = await idOfMember(domain, userName);
  const user = await db.em().findOneOrFail(User, id);
  const [factor] = await db.run(accountQueries.role, [id, '']);
  const removals = { member: id, action: 'second-factor-removed' };
  const removal = await db.em().findOne(HostEntry, removals, { orderBy: { id: 'desc' } });
  const removed = removal ? `, removed by an operator on ${day(removal.at)}` : '';
  const address = user.email ?? 'none: it went to its owner';
  const lines = {
    name: user.userName ?? userName,
    joined: day(user.createdAt),
    'e-mail': `${address} (${user.emailConfirmed ? 'confirmed' : 'not confirmed'})`,
    'logs in by': user.authProvider === 'google' ? 'the provider' : 'password',
    account: user.private ? 'private' : 'public',
    'second factor': factor?.confirmed_at ? `since ${day(new Date(factor.confirmed_at))}` : `none${removed}`,
    'last seen': user.lastSeenOn ?? 'never',
    host: user.host ? 'yes' : 'no',
    moderator: user.moderator ? 'yes' : 'no',
    disabled: user.disabledAt
      ? `since ${day(user.disabledAt)}, by ${user.operatorDisabledAt ? 'a host or operator' : 'the moderators'}`
      : 'no',
  };
  return table(Object.entries(lines));
}

type Command = (deps: Deps, rest: string[]) => Promise<string>;

/** Lists every member with what an operator may need, newest first, and the total of what they store. */
const listUsers: Command = async ({ domain }) => {
  const rows: string[][] = [];
  let total = 0;
  for await (const member of listMembersAsOperator(domain)) {
    total += member.storageBytes;
    const roles = member.host ? 'host' : member.moderator ? 'moderator' : '';
    rows.push([
      member.userName,
      `${member.email ?? '-'}${member.emailConfirmed ? '' : ' (not confirmed)'}`,
      member.joinedAt.slice(0, 10),
      member.lastSeen ?? 'never',
      inBytes(member.storageBytes),
      member.disabledAt ? 'disabled' : roles,
    ]);
  }
  return rows.length === 0
    ? 'There are no members.'
    : table([['NAME', 'E-MAIL', 'JOINED', 'SEEN', 'PICTURES', ''], ...rows, ['total', '', '', '', inBytes(total), '']]);
};

const createUser: Command = async ({ domain }, [userName = '', email = '']) => {
  const { shape } = signUpInput;
  const [name, address] = [shape.userName.safeParse(userName), shape.email.safeParse(email)];
  if (!name.success || !address.success) throw new StartError('Usage: npm run kith -- user create NAME EMAIL');
  const { url } = await createMember(domain, { userName: name.data, email: address.data }).catch(showRefusal);
  return `${userName} has an account. With this link, within an hour, the member chooses a password:\n${url}`;
};

/** For `catch`: shows an operator why Kith refused a command. An unknown member is named by the caller of the command. */
export function showRefusal(error: unknown): never {
  throw error instanceof Refusal && error.code !== 'not-found' ? new StartError(error.message) : error;
}

/** A command that needs a member's name and nothing else. */
const withName =
  (usage: string, run: (deps: Deps, userName: string) => Promise<string>): Command =>
  (deps, [userName]) => {
    if (!userName) throw new StartError(`Usage: npm run kith -- ${usage} NAME`);
    return run(deps, userName).catch(showRefusal);
  };

/** The commands `user …`, which hosts have in the web app too; the log of hosts names no one for them. */
export const userCommands: Record<string, Command> = {
  'user show': showUser,
  'user list': listUsers,
  'user create': createUser,
  'user confirm': withName('user confirm', async ({ domain }, userName) =>
    (await confirmMember(domain, { userName }))
      ? `The address of ${userName} is confirmed.`
      : `The address of ${userName} is confirmed already.`,
  ),
  'user reset-link': withName('user reset-link', async ({ domain }, userName) => {
    const { url } = await makeResetLink(domain, null, { userId: await idOfMember(domain, userName) });
    return `With this link, once and within an hour, ${userName} sets a new password:\n${url}`;
  }),
  'user disable': withName('user disable', async ({ domain }, userName) => {
    await disableUser(domain, { userName });
    return `${userName} is disabled.`;
  }),
  'user enable': withName('user enable', async ({ domain }, userName) => {
    await enableUser(domain, { userName });
    return `${userName} is enabled.`;
  }),
  'user delete': withName('user delete', async ({ domain }, userName) => {
    await deleteMember(domain, { userName });
    return `The account of ${userName} is deleted; a running Kith erases the rest.`;
  }),
};
