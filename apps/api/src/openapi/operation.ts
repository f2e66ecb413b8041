import type { Meta } from '@kith/trpc';
import { envelope, type Schema } from './schema.ts';

const failure = { $ref: '#/components/schemas/Failure' };

/** The description of each status, with an example of its codes and messages. */
const failures = {
  400: ['Malformed or invalid; `message` is the first of `errors`', 'invalid-input', 'The request is not valid'],
  401: ['No session', 'unauthenticated', 'User is not logged in'],
  403: ['Not the caller’s to do', 'forbidden', 'You are not allowed to do this'],
  404: ['No such thing', 'not-found', 'Not found'],
  408: ['The body took too long', 'timeout', 'The request took too long'],
  409: ['Taken', 'username-taken', 'This username is already taken'],
  413: ['Body too large', 'payload-too-large', 'The request is too large'],
  415: ['A body of another type, or packed', 'unsupported-media-type', 'This content type is not accepted'],
  429: [
    'Too often; see Retry-After',
    'rate-limited',
    'You are doing this too often. Please wait a moment and try again.',
  ],
  500: ['A fault of the server; `requestId` is what its log calls the request', 'internal', 'Something went wrong'],
  503: [
    'Busy, or a dependency is unavailable; see Retry-After',
    'busy',
    'Kith is very busy right now. Please try again in a moment.',
  ],
} as const;

type FailureStatus = keyof typeof failures;

/** The statuses of failed requests, unless an operation names its own: of those without a body, and of those with one. */
export const withoutBody: FailureStatus[] = [400, 401, 403, 404, 409, 429, 500, 503];
export const withBody: FailureStatus[] = [...withoutBody, 408, 413, 415];

function failureResponse(status: FailureStatus, method: string): object {
  const [description, code, message] = failures[status];
  if (method === 'head') return { description };
  const example = { success: false, message, code };
  return { description, content: { 'application/json': { schema: failure, example } } };
}

/** A successful response with this `data`. */
export const success = (description: string, data: Schema, example?: unknown, more: Record<string, object> = {}) => ({
  description,
  content: {
    'application/json': {
      schema: envelope(data, more),
      ...(example !== undefined && { example }),
    },
  },
});

export const fileSchema = { type: 'string', format: 'binary' };

/** Describes who can call the operation. */
function access({ open, scope }: Pick<Meta, 'open' | 'scope'>): string {
  const token = scope ? `a token needs the scope \`${scope}\`` : 'no token is accepted';
  return open ? `Needs no session; ${token}.` : `Needs a session; ${token}.`;
}

interface Described {
  method: string;
  operationId: string;
  summary: string;
  tag: string;
  /** Who can call it, or another description. */
  access: Pick<Meta, 'open' | 'scope'> | string;
  parameters?: object[];
  /** The schemas of the request's body, by content type. */
  body?: Record<string, object>;
  optionalBody?: true;
  responses: Record<string, object>;
  fails: FailureStatus[];
}

/** An operation of the OpenAPI description. */
export function operation({ parameters = [], body, fails, ...about }: Described): object {
  const { method, operationId, summary, tag, responses } = about;
  return {
    operationId,
    summary,
    description: typeof about.access === 'string' ? about.access : access(about.access),
    tags: [tag],
    parameters,
    ...(body && { requestBody: { required: !about.optionalBody, content: body } }),
    ...(typeof about.access === 'object' && about.access.open && { security: [] }),
    responses: {
      ...responses,
      ...Object.fromEntries(fails.map((status) => [status, failureResponse(status, method)])),
    },
  };
}

/** The name of a parameter, its place and its schema. */
export const parameter = (
  name: string,
  place: 'path' | 'query' | 'header',
  schema: object = { type: 'integer', minimum: 1 },
  more: object = {},
) => ({ name, in: place, required: place === 'path', schema, ...more });
