import autocannon, { type Request } from 'autocannon';

export interface Load {
  path: string;
  token?: string;
  /** Returns the body of the nth POST request, counted over all loads. Without this function, all requests are GETs. */
  body?: (n: number) => object;
}

export interface Measured {
  perSecond: number;
  p50: number;
  p99: number;
  failed: number;
  requests: number;
}

/** The number of POST requests sent so far. */
let sent = 0;

/** Sends requests to one URL for `duration` seconds. Returned latencies are in milliseconds. */
export async function load(origin: string, what: Load, connections: number, duration: number): Promise<Measured> {
  const { path, token, body } = what;
  const headers: Record<string, string> = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const setupRequest = (request: Request): Request => ({ ...request, body: JSON.stringify(body?.(sent++)), headers });
  const { requests, latency, non2xx, errors } = await autocannon({
    url: origin + path,
    connections,
    duration,
    headers,
    ...(body && { requests: [{ method: 'POST', setupRequest }] }),
  });
  const { p50, p99 } = latency;
  return { perSecond: Math.round(requests.average), p50, p99, failed: non2xx + errors, requests: requests.total };
}
