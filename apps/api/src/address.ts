import ipaddr from 'ipaddr.js';

/** What is counted together when the connection is gone, or a proxy names no address. */
const unknown = 'unknown';

/**
 * An address as limits count it: IPv4 whole, in whichever of IPv6's spellings it comes, and IPv6 by its /64, since a
 * household holds one of those.
 */
export function limitAddress(ip: string | undefined): string {
  if (ip === undefined || !ipaddr.isValid(ip)) return unknown;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
