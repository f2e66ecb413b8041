import type { LogInChallenge, SecondFactor, User } from '../entities/index.ts';
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
  challenge: statement<
    [token: string, user: number, passwordHash: string | null, provenAt: string | null, seconds: number, max: number],
    Columns<LogInChallenge, 'user'>
  >('secondFactor/challenge'),
  tryChallenge: statement<[token: string, tries: number, device: string | null], ChallengeRow>(
    'secondFactor/tryChallenge',
  ),
};
