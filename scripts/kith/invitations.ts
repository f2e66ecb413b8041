import { parseArgs } from 'node:util';
import type { Deps } from '@kith/api/deps';
import { inviteAsOperator, listAllInvitations, Refusal, readServerSettings, revokeAnyInvitation } from '@kith/domain';
import { StartError } from '@kith/platform';
import { table } from './table.ts';

const usage = 'npm run kith -- invite [--uses 1..100] [--days 1..90]';

const options = { uses: { type: 'string', default: '1' }, days: { type: 'string', default: '7' } } as const;

function readTerms(args: string[]): { uses: string; days: string } {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new StartError(`${(error as Error).message}\nUsage: ${usage}`);
  }
}

function wholeNumber(text: string, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > most) throw new StartError(`Usage: ${usage}`);
  return value;
}

/** Creates an invitation link, and returns a text with the link, the number of uses and the expiry. */
export async function makeInvitation({ domain }: Deps, rest: string[]): Promise<string> {
  const terms = readTerms(rest);
  const uses = wholeNumber(terms.uses, 100);
  const until = new Date(Date.now() + wholeNumber(terms.days, 90) * 86_400_000).toISOString();
  const { url, expiresAt } = await inviteAsOperator(domain, { uses, expiresAt: until });
  const good = `For ${uses === 1 ? 'one person' : `${uses} people`}, until ${expiresAt}. It is not shown again.`;
  const idle: Record<string, string> = {
    open: '\nSign-up is open: nobody needs it.',
    closed: '\nSign-up is closed: nobody can use it.',
  };
  return `${url}\n${good}${idle[(await readServerSettings(domain)).signUp] ?? ''}`;
}

/** Lists the open invitations, or revokes one: `revoke ID`. */
export async function openInvitations({ domain }: Deps, [what, id = '']: string[]): Promise<string> {
  if (what === 'revoke') {
    if (!/^\d{1,15}$/.test(id)) throw new StartError('Name one by its ID: npm run kith -- invitations revoke ID');
    await revokeAnyInvitation(domain, null, { invitationId: Number(id) }).catch((error: unknown) => {
      throw error instanceof Refusal ? new StartError(`There is no open invitation ${id}.`) : error;
    });
    return `Invitation ${id} is good for nobody any more.`;
  }
  if (what !== undefined) throw new StartError('Usage: npm run kith -- invitations [revoke ID]');
  const all = await listAllInvitations(domain);
  if (all.length === 0) return 'No invitation is open.';
  const rows = all.map((each) => [
    String(each.invitationId),
    each.inviter?.userName ?? 'an operator',
    `${each.usesLeft} of ${each.uses}`,
    each.expiresAt,
  ]);
  return table([['ID', 'FROM', 'LEFT', 'UNTIL'], ...rows]);
}
