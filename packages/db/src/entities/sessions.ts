import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { insertTime, time } from './columns.ts';

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    /** SHA-256 of the token, hex; the token itself exists only in the user's browser. */
    id: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    device: p.text().default(''),
    expiresAt: time(),
    createdAt: insertTime(),
    lastSeenAt: insertTime(),
    /** The time of the last authentication, for actions that need a recent one. */
    reauthenticatedAt: time().nullable(),
    /** Whether a passkey of the account logged in or re-authenticated this session. */
    byPasskey: p.boolean().default(false),
  },
  indexes: [
    { name: 'sessions_user', properties: ['user'] },
    { name: 'sessions_expires', properties: ['expiresAt'] },
  ],
});

export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);

const KnownDeviceSchema = defineEntity({
  name: 'KnownDevice',
  tableName: 'known_devices',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade').updateRule('no action'),
    /** SHA-256 of the token in the browser's cookie, hex; a browser has the same one for all its accounts. */
    tokenHash: p.text().primary(),
    expiresAt: time(),
  },
  indexes: [
    { name: 'known_devices_token', properties: ['tokenHash'] },
    { name: 'known_devices_expires', properties: ['expiresAt'] },
  ],
});

/** A browser from which the member has logged in to the account before. */
export class KnownDevice extends KnownDeviceSchema.class {}
KnownDeviceSchema.setClass(KnownDevice);
