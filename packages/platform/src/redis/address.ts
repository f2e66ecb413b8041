import { unescape as decoded } from 'node:querystring';

/** What REDIS_URL names: one Redis, the nodes of a cluster, or the sentinels that know which Redis is the master. */
export interface RedisAddress {
  kind: 'single' | 'cluster' | 'sentinel';
  hosts: { host: string; port: number }[];
  tls: boolean;
  username: string;
  password: string;
  /** The number of the database; always 0 in a cluster. */
  db: number;
  /** The name of the master in the sentinels' configuration. */
  master: string;
  sentinelPassword: string;
}

export const redisForms =
  'an address like redis://host:6379, redis://a:6379,b:6379?cluster=on or redis://a:26379,b:26379?sentinel=NAME';

/** Parses REDIS_URL; null if it has none of the forms in `redisForms`. */
export function parseRedisUrl(url: string): RedisAddress | null {
  // A URL has one host, so each of the hosts is parsed as that of a URL of its own.
  const [, scheme = '', authority = '', after = ''] = /^(rediss?:\/\/)([^/?#]+)([/?#].*)?$/.exec(url) ?? [];
  const at = authority.lastIndexOf('@') + 1;
  const hosts = authority.slice(at).split(',');
  const all = hosts.map((host) => URL.parse(`${scheme}${authority.slice(0, at)}${host}${after}`));
  const [first] = all;
  if (!first || !all.every((each) => each?.hostname) || !/^(\/\d{0,3})?$/.test(first.pathname)) return null;
  const [cluster, master, sentinelPassword] = ['cluster', 'sentinel', 'sentinelPassword'].map((name) =>
    first.searchParams.get(name),
  );
  const kind = cluster !== null ? 'cluster' : master !== null ? 'sentinel' : 'single';
  const db = Number(first.pathname.slice(1));
  if (kind === 'single' && all.length > 1) return null;
  if (kind === 'cluster' && (!['on', 'true'].includes(cluster ?? '') || master !== null || db !== 0)) return null;
  if (kind === 'sentinel' ? !master : sentinelPassword !== null) return null;
  const usualPort = kind === 'sentinel' ? 26_379 : 6_379;
  return {
    kind,
    hosts: (all as URL[]).map(({ hostname, port }) => ({
      host: hostname.replace(/[[\]]/g, ''),
      port: Number(port || usualPort),
    })),
    tls: first.protocol === 'rediss:',
    username: decoded(first.username),
    password: decoded(first.password),
    db,
    master: master ?? '',
    sentinelPassword: sentinelPassword ?? '',
  };
}
