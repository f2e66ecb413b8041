import { defineEntity, p } from '@mikro-orm/core';
import { User } from './User.ts';

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    /** SHA-256 of the token, hex; the token itself is only in the member's browser. */
    id: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    device: p.text().default(''),
    expiresAt: p.datetime(3),
    createdAt: p.datetime(3).defaultRaw('now()'),
    lastSeenAt: p.datetime(3).defaultRaw('now()'),
    /** When the member last proved who they are, for what needs it fresh. */
    reauthenticatedAt: p.datetime(3).nullable(),
  },
});

export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);
