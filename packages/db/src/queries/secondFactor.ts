import type { LogInChallenge, OperatorEntry, RecoveryCode, SecondFactor, User } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { statement } from '../statement.ts';

export type ChallengeRow = Columns<LogInChallenge, 'user' | 'provenAt'> &
  Columns<User, 'passwordHash'> & { known: boolean };

/** Statements about second factors and log-ins that wait for one. `start` of sessions.sql checks that the factor was verified. */
export const secondFactorQueries = {
  state: statement<
    [user: number, session: string],
    Columns<SecondFactor, 'confirmedAt'> &
      Columns<User, 'moderator'> & { codes_left: number; proved_by_passkey: boolean }
  >('secondFactor/state'),
  lockOwner: statement<[user: number], Columns<User, 'id' | 'userName'> & { has_second_factor: boolean }>(
    'secondFactor/lockOwner',
  ),
  begin: statement<[user: number, secret: string], Columns<SecondFactor, 'user'>>('secondFactor/begin'),
  secret: statement<[user: number, seconds: number], Columns<SecondFactor, 'secret' | 'confirmedAt'>>(
    'secondFactor/secret',
  ),
  confirm: statement<[user: number, secret: string, step: number], Columns<SecondFactor, 'user'>>(
    'secondFactor/confirm',
  ),
  replaceCodes: statement<[user: number, codes: string[]], never>('secondFactor/replaceCodes'),
  useStep: statement<[user: number, secret: string, step: number], Columns<SecondFactor, 'user'>>(
    'secondFactor/useStep',
  ),
  useCode: statement<[user: number, code: string], Columns<RecoveryCode, 'user'>>('secondFactor/useCode'),
  remove: statement<[user: number], Columns<SecondFactor, 'confirmedAt'>>('secondFactor/remove'),
  challenge: statement<
    [token: string, user: number, passwordHash: string | null, provenAt: string | null, seconds: number, max: number],
    Columns<LogInChallenge, 'user'>
  >('secondFactor/challenge'),
  tryChallenge: statement<[token: string, tries: number, device: string | null], ChallengeRow>(
    'secondFactor/tryChallenge',
  ),
  takeChallenge: statement<[token: string], Columns<LogInChallenge, 'user'>>('secondFactor/takeChallenge'),
  logRemoval: statement<[user: number], never>('secondFactor/logRemoval'),
  lastRemoval: statement<[user: number], Columns<OperatorEntry, 'at'>>('secondFactor/lastRemoval'),
};
