import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { id, insertTime, time } from './columns.ts';

const InvitationSchema = defineEntity({
  name: 'Invitation',
  tableName: 'invitations',
  properties: {
    id: id(),
    /** SHA-256 of the code in the link, hex; the code is shown only once, to its creator. */
    codeHash: p.text().unique(),
    /** Null if an operator created the invitation. */
    inviter: () => p.manyToOne(User).nullable().deleteRule('no action').updateRule('no action'),
    uses: p.integer(),
    usesLeft: p.integer(),
    createdAt: insertTime(),
    expiresAt: time(),
  },
  checks: [
    { name: 'invitations_uses_check', expression: 'uses > 0' },
    { name: 'invitations_check', expression: 'uses_left >= 0 and uses_left <= uses' },
  ],
  indexes: [
    { name: 'invitations_of', properties: ['inviter'] },
    { name: 'invitations_expires', properties: ['expiresAt'] },
  ],
});

/** A link with which a limited number of people can join until it expires. */
export class Invitation extends InvitationSchema.class {}
InvitationSchema.setClass(Invitation);

const FoundingSchema = defineEntity({
  name: 'Founding',
  tableName: 'founding',
  properties: {
    one: p.boolean().primary().default(true),
    at: insertTime(),
  },
  checks: [{ name: 'founding_one_check', expression: 'one' }],
});

/** Has at most one row, inserted when the first member of a fresh server signs up. */
export class Founding extends FoundingSchema.class {}
FoundingSchema.setClass(Founding);
