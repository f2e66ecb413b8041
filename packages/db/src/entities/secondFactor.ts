import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { insertTime, time } from './columns.ts';

const SecondFactorSchema = defineEntity({
  name: 'SecondFactor',
  tableName: 'second_factors',
  properties: {
    user: () => p.oneToOne(User).primary().deleteRule('cascade').updateRule('no action'),
    /** The TOTP secret, encrypted. */
    secret: p.text(),
    /** When a first code proved that the member's app has the secret; null until then. */
    confirmedAt: time().nullable(),
    /** The time step of the last accepted code: neither this code nor an older one is accepted any more. */
    lastStep: p.integer().default(0),
    createdAt: insertTime(),
  },
});

/** A member's authenticator app, required at log-in once it is confirmed. */
export class SecondFactor extends SecondFactorSchema.class {}
SecondFactorSchema.setClass(SecondFactor);

const RecoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade').updateRule('no action'),
    /** SHA-256 of the code, hex. The code has 80 random bits, so a slow hash is not needed. */
    codeHash: p.text().primary(),
    createdAt: insertTime(),
  },
});

/** A code for a member who lost the authenticator app. The row is deleted when the code is used. */
export class RecoveryCode extends RecoveryCodeSchema.class {}
RecoveryCodeSchema.setClass(RecoveryCode);

const LogInChallengeSchema = defineEntity({
  name: 'LogInChallenge',
  tableName: 'log_in_challenges',
  properties: {
    /** SHA-256 of the challenge's token, hex. */
    tokenHash: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    /** When the member passed the first factor; null if the identity provider does not say. */
    provenAt: time().nullable(),
    tries: p.integer().default(0),
    expiresAt: time(),
  },
  indexes: [
    { name: 'log_in_challenges_user', properties: ['user'] },
    { name: 'log_in_challenges_expires', properties: ['expiresAt'] },
  ],
});

/** A log-in that has passed the password or the identity provider, and waits for the second factor. */
export class LogInChallenge extends LogInChallengeSchema.class {}
LogInChallengeSchema.setClass(LogInChallenge);
