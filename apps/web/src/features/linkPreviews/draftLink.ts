import { firstLink } from '@kith/contracts/firstLink';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import type { WrittenLink } from '../../lib/outbox/payloads.ts';
import type { LinkPreview } from '../../lib/types.ts';

const staleMs = 10 * 60_000;

/** The query for the preview of a link that the member writes. The server reads the page; null if it has no preview. */
export const draftLinkQuery = (url: string) =>
  queryOptions({
    queryKey: ['linkPreview', url],
    queryFn: () => api.linkPreviews.read.mutate({ url }),
    staleTime: staleMs,
    retry: false,
  });

/** Returns what is sent with a text. `withoutPreview` is the link whose preview the member has taken away. */
export function draftLinkOf(client: QueryClient, text: string, withoutPreview: string | undefined): WrittenLink {
  const url = firstLink(text);
  if (url === null) return {};
  if (url === withoutPreview) return { preview: false };
  const link = client.getQueryData<LinkPreview | null>(draftLinkQuery(url).queryKey);
  return link ? { links: [link] } : {};
}
