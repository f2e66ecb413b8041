import type { Passkey, PasskeyChallenge, User } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { statement } from '../statement.ts';

export type PasskeyRow = Columns<Passkey, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>;

export const passkeyQueries = {
  challenge: statement<[challenge: string, user: number | null, seconds: number], never>('passkeys/challenge'),
  takeChallenge: statement<[challenge: string, user: number | null], Columns<PasskeyChallenge, 'challengeHash'>>(
    'passkeys/takeChallenge',
  ),
  add: statement<
    [
      user: number,
      credential: string,
      publicKey: string,
      counter: number,
      transports: string[],
      name: string,
      max: number,
    ],
    PasskeyRow
  >('passkeys/add'),
  list: statement<[user: number], PasskeyRow & Columns<Passkey, 'credentialId' | 'transports'>>('passkeys/list'),
  rename: statement<[user: number, id: number, name: string], PasskeyRow>('passkeys/rename'),
  remove: statement<[user: number, id: number], Columns<Passkey, 'id'>>('passkeys/remove'),
  removeAll: statement<[user: number, session: string], never>('passkeys/removeAll'),
  guarded: statement<[user: number, session: string], Columns<User, 'id'>>('passkeys/guarded'),
  find: statement<
    [credential: string],
    Columns<Passkey, 'id' | 'user' | 'publicKey' | 'counter' | 'transports'> & Columns<User, 'passwordHash'>
  >('passkeys/find'),
  use: statement<[id: number, counter: number], Columns<Passkey, 'id'>>('passkeys/use'),
};
