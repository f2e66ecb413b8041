import autocannon from 'autocannon';

export interface Load {
  url: string;
  method?: 'GET' | 'POST';
  token?: string;
  /** A body per request, for writes that must differ: `n` counts on from one run to the next. */
  body?: (n: number) => object;
  /** Whose session a request has, where not all have the same. */
  tokenOf?: (n: number) => string;
}

export interface Measured {
  perSecond: number;
  p50: number;
  p99: number;
  failed: number;
  requests: number;
}

/** Requests made so far by each load. */
const made = new WeakMap<Load, number>();

/** Loads one address for some seconds; times in milliseconds. */
export async function load(what: Load, connections: number, seconds: number): Promise<Measured> {
  let n = made.get(what) ?? 0;
  const headers: Record<string, string> = what.token ? { authorization: `Bearer ${what.token}` } : {};
  if (what.body) headers['content-type'] = 'application/json';
  const result = await autocannon({
    url: what.url,
    method: what.method ?? 'GET',
    connections,
    duration: seconds,
    headers,
    ...(what.body
      ? {
          requests: [
            {
              method: what.method ?? 'POST',
              setupRequest: (request) => {
                const body = JSON.stringify(what.body?.(n));
                const own = what.tokenOf && { authorization: `Bearer ${what.tokenOf(n)}` };
                n += 1;
                return { ...request, body, ...(own && { headers: { ...headers, ...own } }) };
              },
            },
          ],
        }
      : {}),
  });
  made.set(what, n);
  return {
    perSecond: Math.round(result.requests.average),
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
    requests: result.requests.total,
  };
}
