import { allCalls, limit } from '@kith/domain';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Deps } from '../deps.ts';

/** The key that all requests without a known address share: the socket is closed already, or a proxy names none. */
const unknown = 'unknown';

/**
 * The key under which rate limits count an address: an IPv4 address as it is, also when it arrives mapped into IPv6, and the
 * /64 network of an IPv6 address, since one household has a whole /64.
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
