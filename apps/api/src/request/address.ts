import { allCalls, limit } from '@kith/domain';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Deps } from '../deps.ts';

/** The key shared by all requests without a known address, because the socket is closed or the proxy sent none. */
const unknownAddress = 'unknown';

/**
 * The rate limit key of an address: an IPv4 address as it is, also when mapped into IPv6, and the /64 network of an IPv6 address,
 * which a household has for itself.
 */
export function rateLimitAddress(ip: string | undefined): string {
  if (ip === undefined || !ipaddr.isValid(ip)) return unknownAddress;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** A hook for costly paths that are not tRPC procedures: each request counts like any other call from its IP address. */
export const limitPerAddress = (deps: Deps) => (request: FastifyRequest) =>
  limit(deps.domain, allCalls, `address:${rateLimitAddress(request.ip)}`);
