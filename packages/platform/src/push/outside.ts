import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether an address is one of the open internet: not of this machine, its network, a cloud's own services or a tunnel to them. */
export function isOutside(address: string): boolean {
  try {
    return ipaddr.process(address).range() === 'unicast';
  } catch {
    return false;
  }
}

export class InsideError extends Error {
  readonly code = 'INSIDE';
}

type Answer = (error: Error | null, address?: string | LookupAddress[], family?: number) => void;

/**
 * Looks a name up for a connection that is about to be made, and fails where any of its addresses is not outside. Asked at
 * that moment and not before: a name may lead elsewhere the next time.
 */
export const lookupOutside: LookupFunction = (host, options: LookupOptions, done) => {
  const answer = done as Answer;
  lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return answer(error);
    const [first] = found;
    if (!first || !found.every(({ address }) => isOutside(address)))
      return answer(new InsideError('the name leads to an address that is not of the open internet'));
    return options.all ? answer(null, found) : answer(null, first.address, first.family);
  });
};

/** Nobody looks up what is an address already. */
export function refuseInside(hostname: string): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isOutside(address)) throw new InsideError('the address is not one of the open internet');
}
