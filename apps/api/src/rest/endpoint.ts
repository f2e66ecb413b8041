import { type Caller, createCaller, unknownFields } from '@kith/trpc';
import { TRPCError } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodMiniType } from 'zod/mini';
import type { Deps } from '../deps.ts';
import { requestContext } from '../request/context.ts';

/**
 * A documented REST path and the procedure that it calls. It contains data only, which the router and the OpenAPI description
 * read.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path parameters in the router's form, `:postId`. */
  url: string;
  summary: string;
  procedure: (caller: Caller) => (input: never) => Promise<unknown>;
  /** The procedure's own contract: path parameters, query and body together. */
  input?: ZodMiniType;
  /** The schema of one row for a list, otherwise of the whole `data`; none if `data` is null. */
  output?: ZodMiniType;
  /** Whether `output` describes one row of a list with `nextCursor`. */
  list?: boolean;
  /**
   * The status of a success: 200 by default; 204 has no body. With `createdOrFound` the procedure returns `{ item, isNew }`,
   * and the response is the item with 201 if it is new, otherwise with 200.
   */
  status?: 201 | 204 | 'createdOrFound';
  message?: string;
  /** Whether the operation works without a session. */
  open?: boolean;
}

/** Path and query parameters that are numbers. They arrive as text and are converted; the contract refuses any other text. */
const numericParameters = new Set([
  'userId',
  'postId',
  'imageId',
  'commentId',
  'messageId',
  'chatId',
  'senderId',
  'receiverId',
  'caseId',
  'tokenId',
  'webhookId',
  'passkeyId',
  'importId',
  'withUserId',
  'notificationId',
  'afterMessageId',
  'aroundMessageId',
  'limit',
]);

/** Query parameters that are `true` or `false`. */
const booleans = new Map<unknown, unknown>([
  ['true', true],
  ['false', false],
]);
const booleanParameters = new Set(['requests']);

/** A query parameter that can be repeated, `postIds=1&postIds=2`. */
const listParameters = new Set(['postIds']);

const readNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^-?(?:0|[1-9]\d*)$/.test(value) ? Number(value) : value;

function readParameter(name: string, value: unknown): unknown {
  if (booleanParameters.has(name)) return booleans.get(value) ?? value;
  if (listParameters.has(name)) return [value].flat().map(readNumber);
  return numericParameters.has(name) ? readNumber(value) : value;
}

const readNumbers = (given: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, readParameter(name, value)]));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The names of the contract's fields, which are the fields that a body may have. */
function bodyFields(endpoint: Endpoint): ReadonlySet<string> {
  const { shape = {} } = (endpoint.input?._zod.def ?? {}) as { shape?: object };
  return new Set(Object.keys(shape));
}

/** The body's fields. Throws for a body that is not an object, and for unknown fields. */
function readBody(body: unknown, fields: ReadonlySet<string>): Record<string, unknown> {
  if (body === undefined) return {};
  if (!isRecord(body)) throw new TRPCError({ code: 'BAD_REQUEST' });
  const unknown = Object.keys(body).filter((name) => !fields.has(name));
  if (unknown.length > 0) throw unknownFields(unknown);
  return body;
}

const readInput = (request: FastifyRequest, fields: ReadonlySet<string>): Record<string, unknown> =>
  request.method === 'GET' ? readNumbers(request.query as object) : readBody(request.body, fields);

function envelope(endpoint: Endpoint, data: unknown) {
  const { message = 'OK' } = endpoint;
  if (!endpoint.list) return { success: true, message, data: data ?? null };
  const { items, nextCursor } = data as { items: unknown[]; nextCursor: string | null };
  return { success: true, message, data: items, ...(nextCursor === null ? {} : { nextCursor }) };
}

function outcomeOf(endpoint: Endpoint, given: unknown): { status: number; data: unknown } {
  if (endpoint.status !== 'createdOrFound') return { status: endpoint.status ?? 200, data: given };
  const { item, isNew } = given as { item: unknown; isNew: boolean };
  return { status: isNew ? 201 : 200, data: item };
}

/** Throws when a response does not match its contract. Only tests switch it on (`checkAnswers`). */
function check(endpoint: Endpoint, body: { data: unknown }): void {
  for (const row of endpoint.list ? (body.data as unknown[]) : [body.data]) endpoint.output?.parse(row);
}

/** The path of the tRPC procedure behind a REST route, such as `likes.add`. */
export function procedureOf(endpoint: Endpoint): string {
  const names: string[] = [];
  const caller: object = new Proxy(
    {},
    {
      get: (_, name) => {
        names.push(String(name));
        return caller;
      },
    },
  );
  endpoint.procedure(caller as Caller);
  return names.join('.');
}

/** Registers the route, which returns the procedure's result in the REST envelope. */
export function registerEndpoint(app: FastifyInstance, deps: Deps, endpoint: Endpoint): void {
  const fields = bodyFields(endpoint);
  app.route({
    method: endpoint.method,
    url: endpoint.url,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const context = await requestContext(deps, request, reply);
      // Without a session the input is not read, because the procedure refuses anyway.
      const refused = !context.session && !endpoint.open;
      const input = refused ? {} : { ...readInput(request, fields), ...readNumbers(request.params as object) };
      const given = await endpoint.procedure(createCaller(context))(input as never);
      const { status, data } = outcomeOf(endpoint, given);
      if (status === 204) return reply.code(204).send();
      const body = envelope(endpoint, data);
      if (deps.checkAnswers) check(endpoint, body);
      return reply.code(status).send(body);
    },
  });
}
