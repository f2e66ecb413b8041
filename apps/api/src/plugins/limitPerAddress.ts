import { allCalls, limit } from '@kith/domain';
import type { FastifyRequest } from 'fastify';
import { limitAddress } from '../address.ts';
import type { Deps } from '../deps.ts';

/** A hook for paths that are no procedures and cost something all the same: they count like any call of an address. */
export const limitPerAddress = (deps: Deps) => (request: FastifyRequest) =>
  limit(deps.domain, allCalls, limitAddress(request.ip));
