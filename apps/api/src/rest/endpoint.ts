import { type Meta, type Procedure, procedures, unknownFields } from '@kith/trpc';
import { TRPCError } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { requestContext } from '../request/context.ts';

/** A documented REST path, made from the `.meta()` of the procedure that it calls. */
export interface Endpoint {
  /** The path of the tRPC procedure, such as `likes.add`. */
  path: string;
  procedure: Procedure;
  meta: Meta;
  method: string;
  /** Path parameters in the router's form, `:postId`. */
  url: string;
}

export const allEndpoints: Endpoint[] = [...procedures].flatMap(([path, procedure]) => {
  const { meta } = procedure;
  const [method = '', url = ''] = meta.rest?.split(' ') ?? [];
  return meta.rest ? [{ path, procedure, meta, method, url }] : [];
});

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
function bodyFields({ procedure }: Endpoint): ReadonlySet<string> {
  const { shape = {} } = (procedure.input?._zod.def ?? {}) as { shape?: object };
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

function envelope({ message = 'OK', list }: Meta, data: unknown) {
  if (!list) return { success: true, message, data: data ?? null };
  const { items, nextCursor } = data as { items: unknown[]; nextCursor: string | null };
  return { success: true, message, data: items, ...(nextCursor === null ? {} : { nextCursor }) };
}

function outcomeOf({ status }: Meta, given: unknown): { status: number; data: unknown } {
  if (status !== 'createdOrFound') return { status: status ?? 200, data: given };
  const { item, isNew } = given as { item: unknown; isNew: boolean };
  return { status: isNew ? 201 : 200, data: item };
}

/** Throws when a response does not match its contract. Only tests switch it on (`checkAnswers`). */
function check({ list, data }: Meta, body: { data: unknown }): void {
  if (list) for (const row of body.data as unknown[]) list.parse(row);
  else data?.parse(body.data);
}

/** Registers the route, which returns the procedure's result in the REST envelope. */
export function registerEndpoint(app: FastifyInstance, deps: Deps, endpoint: Endpoint): void {
  const { path, procedure, meta, method, url } = endpoint;
  const { type } = procedure;
  const fields = bodyFields(endpoint);
  app.route({
    method,
    url,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const ctx = await requestContext(deps, request, reply);
      // Without a session the input is not read, because the procedure refuses anyway.
      const refused = !ctx.session && !meta.open;
      const input = refused ? {} : { ...readInput(request, fields), ...readNumbers(request.params as object) };
      const given = await procedure.call({ path, type, ctx, getRawInput: async () => input });
      const { status, data } = outcomeOf(meta, given);
      if (status === 204) return reply.code(204).send();
      const body = envelope(meta, data);
      if (deps.checkAnswers) check(meta, body);
      return reply.code(status).send(body);
    },
  });
}
