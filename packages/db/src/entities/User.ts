import { defineEntity, p } from '@mikro-orm/core';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** Null only once the account is deleted; unique without regard to case (users_user_name_key). */
    userName: p.text().nullable(),
    email: p.text().nullable(),
    identityUid: p.text().unique(),
    authProvider: p.enum(['email', 'google'] as const),
    passwordHash: p.text().nullable().lazy(),
    bio: p.text().default(''),
    /** Storage key of the profile picture's variants; null shows the default avatar. */
    pictureKey: p.text().nullable(),
    language: p.enum(['en', 'es', 'pl'] as const).default('en'),
    postsCount: p.integer().default(0),
    followersCount: p.integer().default(0),
    followingCount: p.integer().default(0),
    /** Feed entries are complete from here on; null when they always were. */
    feedSince: p.datetime(3).nullable(),
    disabledAt: p.datetime(3).nullable(),
    deletedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

export class User extends UserSchema.class {}
UserSchema.setClass(User);
