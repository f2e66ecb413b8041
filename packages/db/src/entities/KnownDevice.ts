import { defineEntity, p } from '@mikro-orm/core';
import { User } from './User.ts';

const KnownDeviceSchema = defineEntity({
  name: 'KnownDevice',
  tableName: 'known_devices',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    /** SHA-256 of the token in the browser's cookie, hex; one browser has the same for every account it uses. */
    tokenHash: p.text().primary(),
    expiresAt: p.datetime(3),
  },
});

/** A browser that has logged in to an account with its password before. */
export class KnownDevice extends KnownDeviceSchema.class {}
KnownDeviceSchema.setClass(KnownDevice);
