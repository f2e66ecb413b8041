import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { id, madeAt, time } from './columns.ts';

const TokenSchema = defineEntity({
  name: 'Token',
  tableName: 'tokens',
  properties: {
    id: id(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    /** SHA-256 of the token, hex; the token itself is told once. It is random, so nothing slower is needed. */
    tokenHash: p.text().unique(),
    name: p.text(),
    scopes: p.array().columnType('text[]'),
    createdAt: madeAt(),
    /** To the minute. */
    lastUsedAt: time().nullable(),
    expiresAt: time().nullable(),
  },
  checks: [
    { name: 'tokens_name_check', expression: 'length(name) > 0 and length(name) <= 60' },
    {
      name: 'tokens_scopes_check',
      expression: `cardinality(scopes) > 0 and scopes <@ array['read', 'write', 'messages', 'follows']`,
    },
  ],
  indexes: [
    { name: 'tokens_user', properties: ['user'] },
    { name: 'tokens_expires', properties: ['expiresAt'] },
  ],
});

/** A key that a member gave to a program, for what its scopes name. */
export class Token extends TokenSchema.class {}
TokenSchema.setClass(Token);
