import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { id, insertTime, time } from './columns.ts';

const TokenSchema = defineEntity({
  name: 'Token',
  tableName: 'tokens',
  properties: {
    id: id(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    /** SHA-256 of the token, hex. The token is random, so a slow hash is not needed. */
    tokenHash: p.text().unique(),
    name: p.text(),
    scopes: p.array().columnType('text[]'),
    createdAt: insertTime(),
    /** The last use, precise to a minute. */
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

/** An access token that a member made for a program, with its scopes. */
export class Token extends TokenSchema.class {}
TokenSchema.setClass(Token);
