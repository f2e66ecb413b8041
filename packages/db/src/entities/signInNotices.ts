import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { id, insertTime } from './columns.ts';

const SignInNoticeSchema = defineEntity({
  name: 'SignInNotice',
  tableName: 'sign_in_notices',
  properties: {
    id: id(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    /** The session that the log-in started. No foreign key: the code in the mail stays valid after the session has ended. */
    sessionId: p.text(),
    /** SHA-256 of the browser's token, hex. */
    deviceHash: p.text(),
    /** The browser's user agent. */
    device: p.text(),
    /** SHA-256 of the code in the mail, hex; null until the mail is sent. */
    codeHash: p.text().nullable().unique(),
    /** The address that the code was mailed to; the code is valid only while the account has that address. */
    email: p.text().nullable(),
    createdAt: insertTime(),
  },
  indexes: [
    { name: 'sign_in_notices_user', properties: ['user'] },
    { name: 'sign_in_notices_created', properties: ['createdAt'] },
  ],
});

/** A log-in from a browser that the account did not know; the member is notified of it. */
export class SignInNotice extends SignInNoticeSchema.class {}
SignInNoticeSchema.setClass(SignInNotice);
