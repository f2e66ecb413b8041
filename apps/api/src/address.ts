import { isIPv6 } from 'node:net';

/** An address as limits count it: IPv4 whole, IPv6 by its /64, since a household holds one of those. */
export function limitAddress(ip: string): string {
  const plain = ip.startsWith('::ffff:') ? ip.slice(7) : ip;
  if (!plain.includes(':') || !isIPv6(plain)) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const front = head.split(':').filter(Boolean);
  const back = plain.includes('::') ? tail.split(':').filter(Boolean) : [];
  const groups = [...front, ...Array.from({ length: 8 - front.length - back.length }, () => '0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
