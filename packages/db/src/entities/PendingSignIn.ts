import { defineEntity, p } from '@mikro-orm/core';
import { FederatedIdentity } from './FederatedIdentity.ts';

const PendingSignInSchema = defineEntity({
  name: 'PendingSignIn',
  tableName: 'pending_sign_ins',
  properties: {
    /** SHA-256 of the token in the browser's cookie, hex. */
    tokenHash: p.text().primary(),
    identity: () => p.manyToOne(FederatedIdentity).fieldName('uid').deleteRule('cascade'),
    expiresAt: p.datetime(3),
  },
});

export class PendingSignIn extends PendingSignInSchema.class {}
PendingSignInSchema.setClass(PendingSignIn);
