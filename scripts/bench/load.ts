import autocannon from 'autocannon';

export interface Load {
  url: string;
  method?: 'GET' | 'POST';
  token?: string;
  /** A body per request, for writes that must differ. */
  body?: (n: number) => object;
}

export interface Measured {
  perSecond: number;
  p50: number;
  p99: number;
  failed: number;
}

/** Loads one address for some seconds; times in milliseconds. */
export async function load(what: Load, connections: number, seconds: number): Promise<Measured> {
  let n = 0;
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
              setupRequest: (request: object) => ({ ...request, body: JSON.stringify(what.body?.(n++)) }),
            },
          ],
        }
      : {}),
  });
  return {
    perSecond: Math.round(result.requests.average),
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}
