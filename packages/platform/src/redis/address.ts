/** What REDIS_URL names: one Redis, the nodes of a cluster, or the sentinels that know which Redis is the master. */
export interface RedisAddress {
  kind: 'single' | 'cluster' | 'sentinel';
  hosts: { host: string; port: number }[];
  tls: boolean;
  username?: string;
  password?: string;
  /** The number of the database; always 0 in a cluster. */
  db: number;
  /** The name of the master in the sentinels' configuration. */
  master: string;
  sentinelPassword?: string;
}

export const redisForms =
  'an address like redis://host:6379, redis://a:6379,b:6379?cluster=on or redis://a:26379,b:26379?sentinel=NAME';

const form =
  /^(?<scheme>rediss?):\/\/(?:(?<username>[^:@/?#]*)(?::(?<password>[^@/?#]*))?@)?(?<hosts>[^@/?#]+)(?:\/(?<db>\d{0,3}))?(?:\?(?<query>[^#]*))?$/;

/** Parses REDIS_URL; null if it has none of the forms in `redisForms`. */
export function parseRedisUrl(url: string): RedisAddress | null {
  const found = form.exec(url)?.groups;
  if (!found) return null;
  const query = new URLSearchParams(found.query);
  const [cluster, master, sentinelPassword] = ['cluster', 'sentinel', 'sentinelPassword'].map((name) =>
    query.get(name),
  );
  const kind = cluster !== null ? 'cluster' : master !== null ? 'sentinel' : 'single';
  const hosts = hostsOf(found.hosts ?? '', kind === 'sentinel' ? 26379 : 6379);
  const db = Number(found.db || 0);
  if (!hosts || (kind === 'single' && hosts.length > 1)) return null;
  if (kind === 'cluster' && (!['on', 'true'].includes(cluster ?? '') || master !== null || db !== 0)) return null;
  if (kind === 'sentinel' ? !master : sentinelPassword !== null) return null;
  const secrets = { username: decoded(found.username), password: decoded(found.password), sentinelPassword };
  const given = Object.fromEntries(Object.entries(secrets).filter(([, value]) => value));
  return { kind, hosts, tls: found.scheme === 'rediss', db, master: master ?? '', ...given };
}

function hostsOf(text: string, defaultPort: number): RedisAddress['hosts'] | null {
  const hosts: RedisAddress['hosts'] = [];
  for (const each of text.split(',')) {
    const [, ip6, name, port] = /^(?:\[([\da-fA-F:]+)\]|([\w.-]+))(?::(\d{1,5}))?$/.exec(each) ?? [];
    const host = ip6 ?? name;
    if (!host || Number(port ?? defaultPort) > 65_535) return null;
    hosts.push({ host, port: Number(port ?? defaultPort) });
  }
  return hosts;
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text && decodeURIComponent(text);
  } catch {
    return text;
  }
}
