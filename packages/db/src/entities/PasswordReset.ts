import { defineEntity, p } from '@mikro-orm/core';
import { User } from './User.ts';

const PasswordResetSchema = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_resets',
  properties: {
    codeHash: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    expiresAt: p.datetime(3),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

export class PasswordReset extends PasswordResetSchema.class {}
PasswordResetSchema.setClass(PasswordReset);
