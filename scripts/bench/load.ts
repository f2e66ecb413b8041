import autocannon, { type Request } from 'autocannon';

export interface Load {
  path: string;
  token?: string | undefined;
  /**
   * Returns the body of the nth POST request with this URL and token, counted over all runs. Without this function, all requests
   * are GETs.
   */
  body?: (n: number) => object;
  /** Returns the session token of the nth request. Without this function, all requests use `token`. */
  tokenOf?: (n: number) => string;
}

export interface Measured {
  perSecond: number;
  p50: number;
  p99: number;
  failed: number;
  requests: number;
}

/** The number of POST requests sent so far, by URL and token. */
const made = new Map<string, number>();

/** Sends requests to one URL for `duration` seconds. Returned latencies are in milliseconds. */
export async function load(origin: string, what: Load, connections: number, duration: number): Promise<Measured> {
  const { path, token, body, tokenOf = () => token } = what;
  const url = origin + path;
  const key = `${url} ${token}`;
  let n = made.get(key) ?? 0;
  const headersOf = (bearer?: string): Record<string, string> => ({
    ...(bearer && { authorization: `Bearer ${bearer}` }),
    ...(body && { 'content-type': 'application/json' }),
  });
  const setupRequest = (request: Request): Request => {
    const next = { ...request, body: JSON.stringify(body?.(n)), headers: headersOf(tokenOf(n)) };
    n += 1;
    return next;
  };
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    connections,
    duration,
    headers: headersOf(token),
    ...(body && { requests: [{ method: 'POST', setupRequest }] }),
  });
  made.set(key, n);
  const { p50, p99 } = latency;
  return { perSecond: Math.round(requests.average), p50, p99, failed: non2xx + errors, requests: requests.total };
}
