import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { index, insertTime } from './columns.ts';
import { Session } from './sessions.ts';

const PushSubscriptionSchema = defineEntity({
  name: 'PushSubscription',
  tableName: 'push_subscriptions',
  properties: {
    /**
     * The session of the device. The row is deleted with it: at log-out, with a new password, when the account is deleted or
     * disabled.
     */
    session: () => p.oneToOne(Session).primary().deleteRule('cascade').updateRule('no action'),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    /** The secret URL at the browser's push service to which pushes for this device are sent. */
    endpoint: p.text().unique(),
    /** The browser's public key and its secret, base64url, with which messages are encrypted. */
    p256dh: p.text(),
    auth: p.text(),
    language: p.enum(['en', 'es', 'pl'] as const),
    /** The number of pushes to the device that failed in a row. */
    failures: p.integer().default(0),
    createdAt: insertTime(),
  },
  indexes: [index('push_subscriptions_user', 'push_subscriptions (user_id, created_at desc)')],
});

/** A device that receives pushes. */
export class PushSubscription extends PushSubscriptionSchema.class {}
PushSubscriptionSchema.setClass(PushSubscription);

const PushSentSchema = defineEntity({
  name: 'PushSent',
  tableName: 'push_sent',
  properties: {
    subscription: () =>
      p.manyToOne(PushSubscription).fieldName('session_id').primary().deleteRule('cascade').updateRule('no action'),
    /**
     * Names the item that was pushed about: a conversation, a notification or a request. A device replaces a push by a later one
     * with the same tag.
     */
    tag: p.text().primary(),
    /**
     * The position of the last push with this tag to the device, such as the id of the newest message. A push at or before the
     * position is not repeated, even if its job runs twice.
     */
    position: p.bigint('number'),
    sentAt: insertTime(),
  },
  indexes: [{ name: 'push_sent_at', properties: ['sentAt'] }],
});

export class PushSent extends PushSentSchema.class {}
PushSentSchema.setClass(PushSent);
