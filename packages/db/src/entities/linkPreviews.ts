import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { id, insertTime, time } from './columns.ts';
import { Image } from './images.ts';

const LinkPreviewSchema = defineEntity({
  name: 'LinkPreview',
  tableName: 'link_previews',
  properties: {
    id: id(),
    /** The member who wrote the link. Members share no previews, so that none tells what another has written. */
    user: () => p.manyToOne(User).deleteRule('cascade'),
    url: p.text(),
    /** Null until the page was read, and for a page that has no preview. */
    title: p.text().nullable(),
    description: p.text().nullable(),
    siteName: p.text().nullable(),
    /** The page's picture, which is shown once it is processed. */
    image: () => p.manyToOne(Image).nullable(),
    /** When the page was last read; null if it was not read yet. */
    readAt: time().nullable(),
    /** From when on the row is deleted if nothing shows it any more. */
    checkAt: time().defaultRaw(`(now() + '7 days'::interval)`),
    createdAt: insertTime(),
  },
  uniques: [{ properties: ['user', 'url'] }],
  checks: [
    { name: 'link_previews_url_check', expression: 'length(url) <= 2000' },
    { name: 'link_previews_title_check', expression: 'char_length(title) >= 1 and char_length(title) <= 200' },
    { name: 'link_previews_description_check', expression: 'char_length(description) <= 300' },
    { name: 'link_previews_site_name_check', expression: 'char_length(site_name) <= 100' },
  ],
  indexes: [
    { name: 'link_previews_image', properties: ['image'], where: 'image_id is not null' },
    { name: 'link_previews_check', properties: ['checkAt'] },
  ],
});

/** What the page of a link says about itself, for the cards below the posts, comments and messages of one member. */
export class LinkPreview extends LinkPreviewSchema.class {}
LinkPreviewSchema.setClass(LinkPreview);
