import type { LookupAddress, LookupOptions } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The metadata services of clouds, which use addresses of the public internet. */
const cloudMetadata = new Set(['168.63.129.16', '100.100.100.200']);

/** Whether an address is on the public internet: not of this machine, its network, a cloud's own services or a tunnel to them. */
export function isPublicAddress(address: string): boolean {
  try {
    const parsed = ipaddr.process(address);
    return parsed.range() === 'unicast' && !cloudMetadata.has(parsed.toString());
  } catch {
    return false;
  }
}

export class PrivateAddressError extends Error {
  readonly code = 'INSIDE';
}

interface LookupSettings {
  /** Time-out of a whole look-up, in milliseconds. */
  timeoutMs?: number;
  /** Name servers instead of the system's. */
  nameServers?: string[];
}

type Answer = (error: Error | null, address?: string | LookupAddress[], family?: number) => void;

/**
 * A `lookup` function for outgoing connections that fails if any address of the name is not public. It runs when the connection
 * is made, because a name may resolve differently the next time. It does not use the system's resolver, which blocks one of
 * libuv's four threads for up to minutes.
 */
export function publicLookup({ timeoutMs = 3_000, nameServers }: LookupSettings = {}): LookupFunction {
  return (host, options: LookupOptions, done) => {
    const answer = done as Answer;
    resolve(host, timeoutMs, nameServers).then(
      (found) => {
        const [first] = found;
        if (!first || !found.every(({ address }) => isPublicAddress(address)))
          return answer(new PrivateAddressError('the name resolves to an address that is not public'));
        return options.all ? answer(null, found) : answer(null, first.address, first.family);
      },
      (error: Error) => answer(error),
    );
  };
}

/** Resolves a name in both address families. Throws the first family's error if neither family has an answer in time. */
async function resolve(host: string, timeoutMs: number, nameServers: string[] | undefined): Promise<LookupAddress[]> {
  // Name servers are queried for public names only; localhost is always this machine.
  if (/(^|\.)localhost\.?$/i.test(host)) return [];
  // Each look-up has a new resolver, because cancel() ends all queries of a resolver.
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 2), tries: 2 });
  if (nameServers) resolver.setServers(nameServers);
  const timer = setTimeout(() => resolver.cancel(), timeoutMs);
  try {
    const families = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = families.flatMap((family, index) =>
      family.status === 'fulfilled' ? family.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
    );
    const [failed] = families.filter((family) => family.status === 'rejected');
    if (found.length === 0 && failed) throw failed.reason;
    return found;
  } finally {
    clearTimeout(timer);
  }
}

/** Throws for an IP address that is not public; host names are checked by `publicLookup`. */
export function refusePrivateAddress(hostname: string): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isPublicAddress(address)) throw new PrivateAddressError('the address is not public');
}
