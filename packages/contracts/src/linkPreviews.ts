import * as z from 'zod/mini';
import { key, storable } from './common.ts';
import { maxLengths } from './lengths.ts';

/** What the page of a link says about itself. `imageUrl` is a copy of its picture on this server. */
export const linkPreview = z.object({
  url: z.string(),
  title: z.string(),
  description: z.nullable(z.string()),
  siteName: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
});
export type LinkPreviewView = z.output<typeof linkPreview>;

/** Null if the page has no preview. */
export const previewedLink = z.nullable(linkPreview);

/** The preview of the first link in a text; empty without a link, if its page has no preview, and if the author took it away. */
export const links = z.array(linkPreview);

/** False if the first link of a new text gets no preview. */
export const preview = z.optional(z.boolean(key('invalid-input')));

/** Whether an address may get a preview: it leads to the web, contains no password, and is not too long once it is encoded. */
function isWebAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, hostname, href } = new URL(address);
  const isShort = href.length <= maxLengths.previewedLink;
  return /^https?:$/.test(protocol) && hostname !== '' && `${username}${password}` === '' && isShort;
}

export const linkPreviewInput = z.object({
  url: z
    .string(key('invalid-input'))
    .check(
      storable('text-not-storable'),
      z.maxLength(maxLengths.previewedLink, key('invalid-input')),
      z.refine(isWebAddress, key('invalid-input')),
    ),
});
