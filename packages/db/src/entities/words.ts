import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { index, time } from './columns.ts';
import { Post } from './posts.ts';

const PostWordSchema = defineEntity({
  name: 'PostWord',
  tableName: 'post_words',
  properties: {
    post: () => p.manyToOne(Post).primary().deleteRule('cascade'),
    /** The word without case and accents; for tags see `tagWord` in the contracts. */
    word: p.text().primary(),
    authorId: p.bigint('number'),
    /** Who may see the post, null for everybody. Triggers keep it so. */
    restrictedTo: p.enum(['followers', 'friends', 'close', 'author'] as const).nullable(),
  },
  indexes: [
    index('post_words_public', 'post_words (word text_pattern_ops, post_id desc) where restricted_to is null'),
    index(
      'post_words_restricted',
      'post_words (author_id, restricted_to, word text_pattern_ops, post_id desc) where restricted_to is not null',
    ),
  ],
});

/** A word or tag of the search index of posts. */
export class PostWord extends PostWordSchema.class {}
PostWordSchema.setClass(PostWord);

const UserNamePartSchema = defineEntity({
  name: 'UserNamePart',
  tableName: 'user_name_parts',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    part: p.text().primary(),
  },
  indexes: [index('user_name_parts_part', 'user_name_parts (part text_pattern_ops, user_id)')],
});

/**
 * A suffix of a user name in lower case, or of a display name without case and accents: every part of a name is the beginning of
 * a suffix. A trigger maintains the rows.
 */
export class UserNamePart extends UserNamePartSchema.class {}
UserNamePartSchema.setClass(UserNamePart);

const BioWordSchema = defineEntity({
  name: 'BioWord',
  tableName: 'bio_words',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    /** The word without case and accents. */
    word: p.text().primary(),
  },
  indexes: [index('bio_words_begun', 'bio_words (word text_pattern_ops, user_id)')],
});

/** A word of a member's bio, by which the search finds the member. */
export class BioWord extends BioWordSchema.class {}
BioWordSchema.setClass(BioWord);

const ClaimedUserNameSchema = defineEntity({
  name: 'ClaimedUserName',
  tableName: 'user_names',
  properties: {
    /** The hash of the name without case and without `.`, `-` and `_` at its ends: `user_name_key` in SQL. */
    keyHash: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    takenAt: time().defaultRaw('now()'),
    /** When the user gave up the name, which nobody else can take. */
    freedAt: time().nullable(),
  },
  indexes: [{ name: 'user_names_user', properties: ['user'] }],
});

/** A user name that is taken or reserved. A trigger maintains the rows. */
export class ClaimedUserName extends ClaimedUserNameSchema.class {}
ClaimedUserNameSchema.setClass(ClaimedUserName);
