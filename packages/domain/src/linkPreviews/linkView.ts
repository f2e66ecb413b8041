import type { LinkPreviewView } from '@kith/contracts';
import type { LinkPreviewJson } from '@kith/db';
import type { PictureAddresses } from '../images/pictureAddresses.ts';
import { postImageUrl } from '../users/userView.ts';

/**
 * The card of a text's link, if it has one. The address of its picture is signed for a day, also in public posts: the picture of
 * one member's preview may stand in a public post and in a private chat, and its address must tell nobody of the other.
 */
export function linkViews(address: PictureAddresses, link: LinkPreviewJson | null): LinkPreviewView[] {
  if (!link) return [];
  const { url, title, description, siteName, key, widths } = link;
  const imageUrl = key === null ? null : postImageUrl(address(key, false), widths);
  return [{ url, title, description, siteName, imageUrl }];
}
