import { defineEntity, p } from '@mikro-orm/core';
import { madeAt } from './columns.ts';

const ServerSecretSchema = defineEntity({
  name: 'ServerSecret',
  properties: {
    name: p.text().primary(),
    /** Random bytes in base64url. */
    value: p.text(),
    createdAt: madeAt(),
  },
  tableName: 'server_secrets',
});

/** A key that all processes of the installation share, made by the first that needs it. */
export class ServerSecret extends ServerSecretSchema.class {}
ServerSecretSchema.setClass(ServerSecret);
