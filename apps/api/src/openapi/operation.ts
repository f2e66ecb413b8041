import type { Meta } from '@kith/trpc';
import { envelope, type Schema } from './schema.ts';

const failure = { $ref: '#/components/schemas/Failure' };

/** The description of each status, with an example of its codes and messages. */
const failures = {
  400: [
    'The request is malformed or invalid; `message` is the first of `errors`',
    'invalid-input',
    'The request is not valid',
  ],
  401: ['There is no valid session or token', 'unauthenticated', 'User is not logged in'],
  403: ['The caller is not allowed to do this', 'forbidden', 'You are not allowed to do this'],
  404: ['Not found, or not visible to the caller', 'not-found', 'Not found'],
  408: ['The body of the request arrived too slowly', 'timeout', 'The request took too long'],
  409: ['Conflict, such as a username that is taken', 'username-taken', 'This username is already taken'],
  413: ['The body of the request is too large', 'payload-too-large', 'The request is too large'],
  415: [
    'The body of the request has another content type, or is compressed',
    'unsupported-media-type',
    'This content type is not accepted',
  ],
  429: [
    'A rate limit is exceeded; see Retry-After',
    'rate-limited',
    'You are doing this too often. Please wait a moment and try again.',
  ],
  500: ['A fault of the server; `requestId` identifies the request in its log', 'internal', 'Something went wrong'],
  502: ['Another server refused; `details` is what it said', 'mail-failed', 'The mail could not be sent.'],
  503: [
    'The server is busy, or a dependency is unavailable; see Retry-After',
    'busy',
    'Kith is very busy right now. Please try again in a moment.',
  ],
} as const;

type FailureStatus = keyof typeof failures;

/** The default statuses of failed requests: of requests without a body, and of requests with one. */
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

/** Returns a sentence that says who can call the operation. */
function describeAccess({ public: isPublic, scope }: Pick<Meta, 'public' | 'scope'>): string {
  const token = scope ? `a token needs the scope \`${scope}\`` : 'no token is accepted';
  return isPublic ? `Needs no session; ${token}.` : `Needs a session; ${token}.`;
}

interface Described {
  method: string;
  operationId: string;
  summary: string;
  tag: string;
  /** From which the description of who can call the operation is generated, or that description itself. */
  access: Pick<Meta, 'public' | 'scope'> | string;
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
    description: typeof about.access === 'string' ? about.access : describeAccess(about.access),
    tags: [tag],
    parameters,
    ...(body && { requestBody: { required: !about.optionalBody, content: body } }),
    ...(typeof about.access === 'object' && about.access.public && { security: [] }),
    responses: {
      ...responses,
      ...Object.fromEntries(fails.map((status) => [status, failureResponse(status, method)])),
    },
  };
}

/** A parameter of an operation; `location` is where the request has it. */
export const parameter = (
  name: string,
  location: 'path' | 'query' | 'header',
  schema: object = { type: 'integer', minimum: 1 },
  more: object = {},
) => ({ name, in: location, required: location === 'path', schema, ...more });
