import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { time } from './columns.ts';

const ProfileLinkSchema = defineEntity({
  name: 'ProfileLink',
  tableName: 'profile_links',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    url: p.text().primary(),
    /** The position among the links of the profile, from 1. */
    position: p.integer(),
    /** When the linked page was last found to link back to the profile; null if the page does not. */
    verifiedAt: time().nullable(),
    /** When the linked page is checked next. */
    checkAt: time().defaultRaw('now()'),
  },
  checks: [{ name: 'profile_links_url_check', expression: 'length(url) <= 200' }],
  indexes: [{ name: 'profile_links_check', properties: ['checkAt'] }],
});

/** A link in a member's profile. */
export class ProfileLink extends ProfileLinkSchema.class {}
ProfileLinkSchema.setClass(ProfileLink);
