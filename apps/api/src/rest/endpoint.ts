import { type Meta, type Procedure, procedures, unknownFields } from '@kith/trpc';
import { TRPCError } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodMiniType } from 'zod/mini';
import type { Deps } from '../deps.ts';
import { requestContext } from '../request/context.ts';

/** A documented REST path, made from the `.meta()` of the procedure that it calls. */
export interface Endpoint {
  /** The path of the tRPC procedure, such as `likes.add`. */
  path: string;
  procedure: Procedure;
  meta: Meta;
  method: string;
  /** The path, in which parameters start with a colon: `/posts/:postId`. */
  url: string;
}

type Fields = ReadonlyMap<string, ZodMiniType>;

/** The parts of a zod type's definition that are read here. An optional type and a type with a default wrap `innerType`. */
interface ParameterType {
  type?: string;
  innerType?: ZodMiniType;
  element?: ZodMiniType;
}

export const allEndpoints: Endpoint[] = [...procedures].flatMap(([path, procedure]) => {
  const { meta } = procedure;
  const [method = '', url = ''] = meta.rest?.split(' ') ?? [];
  return meta.rest ? [{ path, procedure, meta, method, url }] : [];
});

/**
 * Converts a path or query parameter, which arrives as text, to its type in the contract. Other text stays as it is, and the
 * contract refuses it. zod's own coercion would also accept empty text, `1e3` and `0x1` as numbers.
 */
function readParameter(type: ZodMiniType | undefined, value: unknown): unknown {
  const { type: kind, innerType, element } = (type?._zod.def ?? {}) as ParameterType;
  if (innerType) return readParameter(innerType, value);
  if (kind === 'array') return [value].flat().map((each) => readParameter(element, each));
  const isText = typeof value === 'string';
  if (kind === 'number' && isText && /^-?(?:0|[1-9]\d*)$/.test(value)) return Number(value);
  if (kind === 'boolean' && isText && /^(?:true|false)$/.test(value)) return value === 'true';
  return value;
}

const readParameters = (given: object, fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, readParameter(fields.get(name), value)]));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of the procedure's input: path parameters, query and body together. */
function fieldsOf({ procedure }: Endpoint): Fields {
  const { shape = {} } = (procedure.input?._zod.def ?? {}) as { shape?: Record<string, ZodMiniType> };
  return new Map(Object.entries(shape));
}

/** The body's fields. Throws for a body that is not an object, and for unknown fields. */
function readBody(body: unknown, fields: Fields): Record<string, unknown> {
  if (body === undefined) return {};
  if (!isRecord(body)) throw new TRPCError({ code: 'BAD_REQUEST' });
  const unknown = Object.keys(body).filter((name) => !fields.has(name));
  if (unknown.length > 0) throw unknownFields(unknown);
  return body;
}

const readInput = (request: FastifyRequest, fields: Fields): Record<string, unknown> => ({
  ...(request.method === 'GET' ? readParameters(request.query as object, fields) : readBody(request.body, fields)),
  ...readParameters(request.params as object, fields),
});

/** Whether the response is a page of a list. A procedure with both contracts returns a page only for some inputs. */
const isPage = ({ list, data: contract }: Meta, data: unknown): boolean =>
  list !== undefined && (contract === undefined || 'items' in (data as object));

function envelope(meta: Meta, data: unknown) {
  const { message = 'OK' } = meta;
  if (!isPage(meta, data)) return { success: true, message, data: data ?? null };
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
  if (list && Array.isArray(body.data)) for (const row of body.data) list.parse(row);
  else data?.parse(body.data);
}

/** Registers the route, which returns the procedure's result in the REST envelope. */
export function registerEndpoint(app: FastifyInstance, deps: Deps, endpoint: Endpoint): void {
  const { path, procedure, meta, method, url } = endpoint;
  const { type } = procedure;
  const fields = fieldsOf(endpoint);
  app.route({
    method,
    url,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const ctx = await requestContext(deps, request, reply);
      // Without a session the input is not read, because the procedure refuses anyway.
      const refused = !ctx.session && !meta.public;
      const input = refused ? {} : readInput(request, fields);
      const given = await procedure.call({ path, type, ctx, getRawInput: async () => input });
      const { status, data } = outcomeOf(meta, given);
      if (status === 204) return reply.code(204).send();
      const body = envelope(meta, data);
      if (deps.checkAnswers) check(meta, body);
      return reply.code(status).send(body);
    },
  });
}
