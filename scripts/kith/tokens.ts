import { parseArgs } from 'node:util';
import type { Deps } from '@kith/api/deps';
import { type Scope, scopes } from '@kith/contracts';
import { createTokenAsOperator } from '@kith/domain';
import { StartError } from '@kith/platform';

const usage = `Usage: npm run kith -- token NAME --scopes ${scopes.join(',')} [--for TEXT] [--days D]`;

const options = {
  scopes: { type: 'string' },
  for: { type: 'string', default: 'operator' },
  days: { type: 'string' },
} as const;

function readTerms(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`);
  }
}

const isScope = (text: string): text is Scope => (scopes as readonly string[]).includes(text);

/** Creates an access token for a member. The member sees the name of the token in their settings. */
export async function createMemberToken({ domain }: Deps, rest: string[]): Promise<string> {
  const { values, positionals } = readTerms(rest);
  const requestedScopes = (values.scopes ?? '').split(',').map((scope) => scope.trim());
  const [userName = ''] = positionals;
  const name = values.for.trim();
  const days = values.days === undefined ? null : Number(values.days);
  if (!/^[\w.-]{3,20}$/.test(userName) || !requestedScopes.every(isScope) || name.length < 1 || name.length > 60)
    throw new StartError(usage);
  if (days !== null && !(Number.isInteger(days) && days > 0 && days <= 3_650)) throw new StartError(usage);
  const expiresAt = days === null ? undefined : new Date(Date.now() + days * 86_400_000).toISOString();
  const made = await createTokenAsOperator(domain, { userName, name, scopes: requestedScopes, expiresAt });
  const until = made.expiresAt === null ? 'until it is revoked' : `until ${made.expiresAt}`;
  return `${made.token}\nFor ${userName}, ${made.scopes.join(', ')}, ${until}. It is not shown again; ${userName} sees it in Settings as "${made.name}".`;
}
