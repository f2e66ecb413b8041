import type { LookupAddress, LookupOptions } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Where clouds answer their own machines, at addresses that are otherwise of the open internet. */
const cloudMetadata = new Set(['168.63.129.16', '100.100.100.200']);

/** Whether an address is one of the open internet: not of this machine, its network, a cloud's own services or a tunnel to them. */
export function isOutside(address: string): boolean {
  try {
    const parsed = ipaddr.process(address);
    return parsed.range() === 'unicast' && !cloudMetadata.has(parsed.toString());
  } catch {
    return false;
  }
}

export class InsideError extends Error {
  readonly code = 'INSIDE';
}

interface LookupSettings {
  /** For all of one look-up, in milliseconds. */
  patience?: number;
  /** Name servers instead of the system's. */
  servers?: string[];
}

type Answer = (error: Error | null, address?: string | LookupAddress[], family?: number) => void;

/**
 * Makes a look-up for connections that are about to be made, which fails where any address of a name is not outside. It runs
 * at that moment and not before: a name may lead elsewhere the next time. It uses none of the four threads of libuv, which
 * the system's own look-up holds until the system gives up, up to minutes.
 */
export function lookupOutside({ patience = 3_000, servers }: LookupSettings = {}): LookupFunction {
  return (host, options: LookupOptions, done) => {
    const answer = done as Answer;
    resolve(host, patience, servers).then(
      (found) => {
        const [first] = found;
        if (!first || !found.every(({ address }) => isOutside(address)))
          return answer(new InsideError('the name leads to an address that is not of the open internet'));
        return options.all ? answer(null, found) : answer(null, first.address, first.family);
      },
      (error: Error) => answer(error),
    );
  };
}

/** The addresses of a name in both families. Throws the first family's error when neither answers in time. */
async function resolve(host: string, patience: number, servers: string[] | undefined): Promise<LookupAddress[]> {
  // Name servers are asked about the open internet only; this name is always this machine.
  if (/(^|\.)localhost\.?$/i.test(host)) return [];
  // One for each look-up, as cancelling ends all queries of a resolver.
  const resolver = new Resolver({ timeout: Math.ceil(patience / 2), tries: 2 });
  if (servers) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), patience);
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

/** Nobody looks up what is an address already. */
export function refuseInside(hostname: string): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isOutside(address)) throw new InsideError('the address is not one of the open internet');
}
