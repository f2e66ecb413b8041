import { type Caller, createCaller } from '@kith/trpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { requestContext } from '../plugins/requestContext.ts';

/** One call as a door sees it: ids and numbers read from the address, the body as an object. */
export interface Call {
  caller: Caller;
  /** Path parameters and query, numbers where they are written as numbers. */
  address: Record<string, unknown>;
  body: Record<string, unknown>;
}

export interface Answer {
  data: unknown;
  message?: string;
  status?: number;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Whole numbers become numbers, all else stays as it came, for the contract to refuse in words. */
const numeric = new Set(['userId', 'postId', 'messageId', 'senderId', 'receiverId', 'limit']);

function readAddress(request: FastifyRequest): Record<string, unknown> {
  const given = { ...(request.query as object), ...(request.params as object) } as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      numeric.has(name) && typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value,
    ]),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPage = (data: unknown): data is { items: unknown[]; nextCursor: string | null } =>
  isRecord(data) && Array.isArray(data.items) && 'nextCursor' in data;

function envelope({ data, message = 'OK' }: Answer) {
  if (!isPage(data)) return { success: true, message, data: data ?? null };
  const { items, nextCursor } = data;
  return { success: true, message, data: items, ...(nextCursor === null ? {} : { nextCursor }) };
}

/** Opens documented paths onto the procedures: no logic of their own but the envelope. */
export function doors(app: FastifyInstance, deps: Deps) {
  return (method: Method, url: string, answer: (call: Call) => Promise<Answer>): void => {
    app.route({
      method,
      url,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const caller = createCaller(await requestContext(deps, request, reply));
        const body = isRecord(request.body) ? request.body : {};
        const answered = await answer({ caller, address: readAddress(request), body });
        if (answered.status === 204) return reply.code(204).send();
        return reply.code(answered.status ?? 200).send(envelope(answered));
      },
    });
  };
}

export type OpenDoor = ReturnType<typeof doors>;
