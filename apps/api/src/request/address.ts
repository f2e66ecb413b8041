import { allCalls, limit } from '@kith/domain';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Deps } from '../deps.ts';

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

/** A hook for paths that are no procedures and still cost something: they count like any call from an address. */
export const limitPerAddress = (deps: Deps) => (request: FastifyRequest) =>
  limit(deps.domain, allCalls, limitAddress(request.ip));
