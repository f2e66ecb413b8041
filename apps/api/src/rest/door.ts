import { type Caller, createCaller } from '@kith/trpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodMiniType } from 'zod/mini';
import type { Deps } from '../deps.ts';
import { requestContext } from '../request/context.ts';

/** One documented REST path and the procedure it calls. Data only, read by the router and by the OpenAPI description. */
export interface Door {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path parameters in the router's form, `:postId`. */
  url: string;
  summary: string;
  procedure: (caller: Caller) => (input: never) => Promise<unknown>;
  /** The procedure's own contract: path parameters, query and body together. */
  input?: ZodMiniType;
  /** One row for a list, the whole for anything else; none when `data` is null. */
  output?: ZodMiniType;
  /** `output` is a row of a list with `nextCursor`. */
  list?: boolean;
  /** 200 unless given; 204 has no body. */
  status?: 201 | 204;
  message?: string;
  /** Needs no session. */
  open?: boolean;
}

/**
 * Path and query parameters arrive as text. Numeric ones become numbers; anything else is left for the contract to
 * refuse.
 */
const numeric = new Set(['userId', 'postId', 'commentId', 'messageId', 'senderId', 'receiverId', 'caseId', 'limit']);

const readNumbers = (given: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      numeric.has(name) && typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value,
    ]),
  );

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readInput(request: FastifyRequest): Record<string, unknown> {
  const given = request.method === 'GET' ? readNumbers(request.query as object) : request.body;
  return { ...(isRecord(given) ? given : {}), ...readNumbers(request.params as object) };
}

function envelope(door: Door, data: unknown) {
  const { message = 'OK' } = door;
  if (!door.list) return { success: true, message, data: data ?? null };
  const { items, nextCursor } = data as { items: unknown[]; nextCursor: string | null };
  return { success: true, message, data: items, ...(nextCursor === null ? {} : { nextCursor }) };
}

/** Throws when an answer does not match its contract. Only tests switch it on (`checkAnswers`). */
function check(door: Door, body: { data: unknown }): void {
  for (const row of door.list ? (body.data as unknown[]) : [body.data]) door.output?.parse(row);
}

/** Registers the route, which answers with the procedure's result in the REST envelope. */
export function openDoor(app: FastifyInstance, deps: Deps, door: Door): void {
  app.route({
    method: door.method,
    url: door.url,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = createCaller(await requestContext(deps, request, reply));
      const data = await door.procedure(caller)(readInput(request) as never);
      if (door.status === 204) return reply.code(204).send();
      const body = envelope(door, data);
      if (deps.checkAnswers) check(door, body);
      return reply.code(door.status ?? 200).send(body);
    },
  });
}
