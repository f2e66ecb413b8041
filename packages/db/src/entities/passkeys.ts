import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { id, insertTime, time } from './columns.ts';

const PasskeySchema = defineEntity({
  name: 'Passkey',
  tableName: 'passkeys',
  properties: {
    id: id(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    /** The credential id assigned by the authenticator, base64url. */
    credentialId: p.text().unique(),
    /** The public key in COSE form, base64url. */
    publicKey: p.text(),
    /** The authenticator's signature counter; 0 for an authenticator that does not count. */
    counter: p.bigint('number'),
    transports: p.array().columnType('text[]'),
    name: p.text(),
    createdAt: insertTime(),
    lastUsedAt: time().nullable(),
  },
  checks: [{ name: 'passkeys_name_check', expression: 'length(name) > 0 and length(name) <= 60' }],
  indexes: [{ name: 'passkeys_user', properties: ['user'] }],
});

/** A WebAuthn credential of a member. */
export class Passkey extends PasskeySchema.class {}
PasskeySchema.setClass(Passkey);

const PasskeyChallengeSchema = defineEntity({
  name: 'PasskeyChallenge',
  tableName: 'passkey_challenges',
  properties: {
    /** SHA-256 of the challenge, hex. */
    challengeHash: p.text().primary(),
    /** The member who registers a passkey; null at a log-in. */
    user: () => p.manyToOne(User).nullable().deleteRule('cascade'),
    expiresAt: time(),
  },
  indexes: [
    { name: 'passkey_challenges_user', properties: ['user'] },
    { name: 'passkey_challenges_expires', properties: ['expiresAt'] },
  ],
});

/** A challenge that an authenticator is asked to sign, once. */
export class PasskeyChallenge extends PasskeyChallengeSchema.class {}
PasskeyChallengeSchema.setClass(PasskeyChallenge);
