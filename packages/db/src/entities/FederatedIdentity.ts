import { defineEntity, p } from '@mikro-orm/core';
import { User } from './User.ts';

const FederatedIdentitySchema = defineEntity({
  name: 'FederatedIdentity',
  tableName: 'federated_identities',
  properties: {
    /** Our identity uid for this (issuer, subject). */
    uid: p.text().primary(),
    issuer: p.text(),
    subject: p.text(),
    email: p.text(),
    /** Null until a username is chosen. */
    user: () => p.manyToOne(User).nullable().deleteRule('cascade'),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

export class FederatedIdentity extends FederatedIdentitySchema.class {}
FederatedIdentitySchema.setClass(FederatedIdentity);
