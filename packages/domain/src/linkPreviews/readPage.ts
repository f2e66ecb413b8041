import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { getFollowing } from '../getFollowing.ts';
import { storeOriginal } from '../images/imageFiles.ts';
import type { OutboundClient } from '../ports.ts';
import { decodePage, type PageFacts, pageFacts } from './pageFacts.ts';

/** The bounds of a page, and those of its picture, each with all their redirects. */
const page = { accept: 'text/html', types: /^(?:text\/html|application\/xhtml\+xml)\b/i, maxBytes: 512 * 1024 };
const picture = { accept: 'image/*', types: /^image\//i, maxBytes: 5 * 1024 * 1024 };
const timeoutMs = 3_000;

/** Gets a page or a picture, over http too; null if it cannot be had within its bounds. */
async function get(ctx: Context, outbound: OutboundClient, address: string, bounds: typeof page) {
  const { url, answer } = await getFollowing(ctx, outbound, address, { ...bounds, timeoutMs, plain: true });
  if ('failed' in answer || answer.status < 200 || answer.status >= 300) return null;
  return answer.contentType !== null && bounds.types.test(answer.contentType) ? { ...answer, url } : null;
}

/** What the page at an address says about itself; null if it is no page, says nothing, or cannot be read now. */
export async function readPage(ctx: Context, outbound: OutboundClient, address: string): Promise<PageFacts | null> {
  const answer = await get(ctx, outbound, address, page);
  return answer && pageFacts(decodePage(answer.body, answer.contentType), answer.url);
}

/** Stores the picture of a page as an original that is to be processed; null if it is no suitable picture. */
export async function storePicture(ctx: Context, outbound: OutboundClient, address: string) {
  const answer = await get(ctx, outbound, address, picture);
  // A picture that fills the bound is probably cut off.
  if (!answer || answer.body.length >= picture.maxBytes) return null;
  return storeOriginal(ctx, answer.body).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
}
