import { scopes, scopesFor } from '@kith/contracts';
import { failureCodes } from '@kith/trpc';
import { transportCodes } from '../plugins/errors.ts';
import { type Endpoint, procedureOf } from '../rest/endpoint.ts';
import { exampleOf } from './examples.ts';
import { importPaths } from './imports.ts';
import { envelope, namedSchemas, type Schema, schemaOf } from './schema.ts';
import { exportPaths, streamPaths, uploadPaths } from './uploads.ts';
import { webhookRequests } from './webhooks.ts';

const failure = { $ref: '#/components/schemas/Failure' };
/** The description of each status, with an example of its codes and messages. */
const failures: Record<string, [description: string, code: string, message: string]> = {
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
};

export const failureResponses = (codes: readonly string[]) =>
  Object.fromEntries(
    codes.map((status) => {
      const [description, code, message] = failures[status] ?? [];
      const example = { success: false, message, code };
      return [status, { description, content: { 'application/json': { schema: failure, example } } }];
    }),
  );

function success(endpoint: Endpoint, named: Record<string, Schema>): object {
  if (endpoint.status === 204) return { description: 'Done' };
  const row = schemaOf(endpoint.output, 'output');
  const next = { nextCursor: { type: 'string', description: 'Goes back as `cursor`; absent on the last page' } };
  const schema = endpoint.list ? envelope({ type: 'array', items: row }, next) : envelope(row);
  const data = exampleOf(row, named);
  const example = {
    success: true,
    message: endpoint.message ?? 'OK',
    data: endpoint.list ? [data] : data,
    ...(endpoint.list && { nextCursor: exampleOf({ type: 'string' }, named, 'nextCursor') }),
  };
  return { description: endpoint.message ?? 'OK', content: { 'application/json': { schema, example } } };
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The name of the procedure as an operationId for client generators: `likes.add` becomes `likesAdd`. */
const operationId = (endpoint: Endpoint): string =>
  procedureOf(endpoint)
    .split('.')
    .map((name, index) => (index === 0 ? name : capital(name)))
    .join('');

/** Describes who can call the operation. */
function access(endpoint: Endpoint): string {
  const needed = scopesFor(procedureOf(endpoint));
  const token = needed.length > 0 ? `a token needs the scope \`${needed.join('` or `')}\`` : 'no token is accepted';
  return endpoint.open ? `Needs no session; ${token}.` : `Needs a session; ${token}.`;
}

/** The descriptions of the OpenAPI tags, by tag. */
const tags: Record<string, string> = {
  auth: 'Signing in and out, passwords and e-mail addresses',
  blocks: 'Members whom the caller has blocked',
  bookmarks: 'Posts that the caller has saved',
  chats: 'Direct chats and groups',
  'close-friends': 'The caller’s list of close friends, which nobody else sees',
  comments: 'Comments, replies and their likes',
  exports: 'Archives of everything of the caller',
  feed: 'The home feed',
  follows: 'Who follows whom, and requests to follow',
  imports: 'Archives from elsewhere',
  invitations: 'Links by which others may join',
  likes: 'Likes of posts',
  messages: 'Messages between two members',
  moderation: 'Reports, for moderators',
  mutes: 'Members whom the caller has muted',
  notifications: 'Notifications and what the caller wants to be notified of',
  posts: 'Posts',
  push: 'Pushes to this device',
  reports: 'Reporting something to the moderators',
  search: 'People, posts and tags',
  stream: 'The live stream',
  tags: 'Posts with a tag',
  tokens: 'Tokens for programs',
  uploads: 'Pictures',
  users: 'Members and accounts',
  webhooks: 'Addresses that are notified of events',
};

const statusesOf = ({ status }: Endpoint): number[] => (status === 'createdOrFound' ? [200, 201] : [status ?? 200]);

const tagOf = ({ url }: Endpoint): string => url.split('/')[1]?.replace(/^:.*/, 'follows') ?? '';

function operation(endpoint: Endpoint, named: Record<string, Schema>): object {
  const { properties = {}, required = [], ...rest } = schemaOf(endpoint.input, 'input');
  const inPath = [...endpoint.url.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const others = Object.keys(properties).filter((name) => !inPath.includes(name));
  const parameter = (name: string, place: 'path' | 'query') => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && name !== 'limit'),
    schema: properties[name],
  });
  const body = {
    ...rest,
    properties: Object.fromEntries(others.map((name) => [name, properties[name] ?? {}])),
    required: required.filter((name) => others.includes(name)),
    additionalProperties: false,
  };
  const query = endpoint.method === 'GET';
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    description: access(endpoint),
    tags: [tagOf(endpoint)],
    parameters: [
      ...inPath.map((name) => parameter(name, 'path')),
      ...(query ? others.map((name) => parameter(name, 'query')) : []),
    ],
    ...(query || others.length === 0
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: body, example: exampleOf(body, named) } },
          },
        }),
    ...(endpoint.open ? { security: [] } : {}),
    responses: {
      ...Object.fromEntries(statusesOf(endpoint).map((status) => [status, success(endpoint, named)])),
      ...failureResponses([
        ...['400', '401', '403', '404', '409'],
        ...(query ? [] : ['408', '413', '415']),
        ...['429', '500', '503'],
      ]),
    },
  };
}

/** The OpenAPI description, generated from the REST routes and their contracts. */
export function openApiDocument(endpoints: readonly Endpoint[]): object {
  const named = namedSchemas();
  const paths: Record<string, Record<string, object>> = {};
  for (const [path, operations] of Object.entries(importPaths(failureResponses))) paths[path] = operations;
  for (const endpoint of endpoints) {
    const path = endpoint.url.replace(/:(\w+)(?:\([^)]*\))?/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, named) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kith',
      version: '1.0.0',
      description: 'The REST paths of Kith. The same operations, typed, are under /trpc.',
      contact: { name: 'Whoever runs this server' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ session: [] }, { bearer: [] }],
    paths: { ...paths, ...uploadPaths(named), ...streamPaths, ...exportPaths },
    webhooks: webhookRequests(named),
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'kith_session',
          description: 'On https its name is __Host-kith_session.',
        },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: {
        ...named,
        Failure: {
          type: 'object',
          required: ['success', 'message', 'code'],
          properties: {
            success: { const: false },
            message: { type: 'string' },
            code: { type: 'string', enum: [...new Set([...failureCodes, ...transportCodes])].sort() },
            scopes: {
              type: 'array',
              items: { type: 'string', enum: [...scopes] },
              description: 'With `missing-scope`: the scopes of which the token needs one.',
            },
            challenge: {
              type: 'string',
              description:
                'With `second-factor-required`: goes to `POST /auth/login/second-factor` with a code, within ten minutes.',
            },
            requestId: { type: 'string', description: 'With a 5xx: what the server’s log calls the request.' },
            errors: {
              type: 'array',
              items: {
                type: 'object',
                properties: { path: { type: 'string' }, key: { type: 'string' }, message: { type: 'string' } },
              },
            },
          },
        },
      },
    },
  };
}
