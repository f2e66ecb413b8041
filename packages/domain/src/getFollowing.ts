import type { Context } from './context.ts';
import type { OutboundClient, OutboundFailure, OutboundRequest, OutboundResponse } from './ports.ts';

const maxRedirects = 3;

/** The address that a redirect leads to; null if the answer is none. */
function redirectOf({ status, location }: OutboundResponse, url: string): string | null {
  const leads = status >= 300 && status < 400 && location !== null && URL.canParse(location, url);
  return leads ? new URL(location, url).href : null;
}

/**
 * Gets an address and follows at most three redirects; a further one is the answer. The client checks each redirect like the
 * address itself, so that none leads into a private network. All requests together take at most `timeoutMs` milliseconds.
 */
export async function getFollowing(
  ctx: Context,
  outbound: OutboundClient,
  address: string,
  {
    accept,
    timeoutMs,
    ...options
  }: Pick<OutboundRequest, 'maxBytes' | 'plain' | 'types'> & {
    accept: string;
    timeoutMs: number;
  },
): Promise<{ url: string; answer: OutboundResponse | OutboundFailure }> {
  const headers = { accept, 'user-agent': `Kith (${ctx.settings.publicUrl})` };
  const end = performance.now() + timeoutMs;
  let url = address;
  for (let redirects = 0; ; redirects += 1) {
    const left = Math.max(1, Math.round(end - performance.now()));
    const answer = await outbound.request({ method: 'GET', url, headers, timeoutMs: left, ...options });
    const next = 'failed' in answer || redirects === maxRedirects ? null : redirectOf(answer, url);
    if (next === null) return { url, answer };
    url = next;
  }
}
