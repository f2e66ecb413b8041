import { scopes } from '@kith/contracts';
import { failureCodes, type Meta } from '@kith/trpc';
import { transportCodes } from '../plugins/errors.ts';
import { allEndpoints, type Endpoint } from '../rest/endpoint.ts';
import { calendarPaths, streamPaths } from './downloads.ts';
import { exampleOf } from './examples.ts';
import { operation, parameter, success, withBody, withoutBody } from './operation.ts';
import { namedSchemas, type Schema, schemaOf } from './schema.ts';
import { importPaths, partPaths, uploadPaths } from './uploads.ts';
import { webhookRequests } from './webhooks.ts';

function answer({ meta: { status, list, data: contract, message = 'OK' } }: Endpoint, named: Record<string, Schema>) {
  if (status === 204) return { description: 'Done' };
  const row = schemaOf(list ?? contract, 'output');
  const data = exampleOf(row, named);
  if (!list) return success(message, row, { success: true, message, data });
  const rows = { type: 'array', items: row };
  const nextCursor = { type: 'string', description: 'The `cursor` of the next page; absent on the last page' };
  const example = { success: true, message, data: [data], nextCursor: exampleOf(nextCursor, named, 'nextCursor') };
  const either = contract ? { anyOf: [rows, schemaOf(contract, 'output')] } : rows;
  return success(message, either, example, { nextCursor });
}

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The path of a procedure as an operationId for client generators: `likes.add` becomes `likesAdd`. */
const operationId = (path: string): string =>
  path
    .split('.')
    .map((name, index) => (index === 0 ? name : capitalize(name)))
    .join('');

/** The descriptions of the OpenAPI tags, by tag. */
const tags: Record<string, string> = {
  auth: 'Log-in, log-out, passwords and e-mail addresses',
  blocks: 'Members whom the caller has blocked',
  bookmarks: 'The caller’s bookmarks',
  calendar: 'The caller’s calendar feed',
  chats: 'Direct chats and groups',
  'close-friends': 'The caller’s list of close friends, which nobody else sees',
  comments: 'Comments, replies and their likes',
  events: 'Posts with a date and a place',
  exports: 'Archives of all of the caller’s data',
  feed: 'The home feed',
  follows: 'Follows and follow requests',
  host: 'The server, for its hosts',
  imports: 'Imports of archives from other networks',
  invitations: 'Invitation links for new members',
  likes: 'Likes of posts',
  links: 'Previews of links',
  messages: 'Direct messages between two members',
  moderation: 'Cases and decisions, for moderators',
  mutes: 'Members whom the caller has muted',
  notifications: 'Notifications, and the settings for them',
  polls: 'Votes in the polls of posts and messages',
  posts: 'Posts',
  push: 'Push subscriptions of this device',
  reports: 'Reports to the moderators',
  search: 'Search for members, posts and tags',
  server: 'The server, for everybody',
  stream: 'The stream of live events',
  tags: 'Tags and their posts',
  today: 'What is new today',
  tokens: 'Access tokens for programs',
  uploads: 'Uploads of pictures',
  users: 'Members and accounts',
  webhooks: 'Webhooks, which are notified of events',
  years: 'The caller’s pages of a year',
};

const statusesOf = ({ status }: Meta): number[] => (status === 'createdOrFound' ? [200, 201] : [status ?? 200]);

const tagOf = ({ url }: Endpoint): string => url.split('/')[1]?.replace(/^:.*/, 'follows') ?? '';

function describe(endpoint: Endpoint, named: Record<string, Schema>): object {
  const { path, procedure, meta } = endpoint;
  const { properties = {}, required = [], ...rest } = schemaOf(procedure.input, 'input');
  const inPath = [...endpoint.url.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const others = Object.keys(properties).filter((name) => !inPath.includes(name));
  const schema = {
    ...rest,
    properties: Object.fromEntries(others.map((name) => [name, properties[name] ?? {}])),
    required: required.filter((name) => others.includes(name)),
    additionalProperties: false,
  };
  const query = endpoint.method === 'GET';
  return operation({
    method: endpoint.method,
    operationId: operationId(path),
    summary: meta.summary ?? '',
    tag: tagOf(endpoint),
    access: meta,
    parameters: [
      ...inPath.map((name) => parameter(name, 'path', properties[name])),
      ...(query ? others : []).map((name) =>
        parameter(name, 'query', properties[name], { required: required.includes(name) && name !== 'limit' }),
      ),
    ],
    ...(!query && others.length > 0 && { body: { 'application/json': { schema, example: exampleOf(schema, named) } } }),
    responses: Object.fromEntries(statusesOf(meta).map((status) => [status, answer(endpoint, named)])),
    fails: [...(query ? withoutBody : withBody), ...(meta.mayFailUpstream ? ([502] as const) : [])],
  });
}

/** The OpenAPI description, generated from the REST routes and their contracts. */
export function openApiDocument(): object {
  const named = namedSchemas();
  const paths: Record<string, Record<string, object>> = { ...importPaths, ...partPaths };
  for (const endpoint of allEndpoints) {
    const path = endpoint.url.replace(/:(\w+)(?:\([^)]*\))?/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describe(endpoint, named) };
  }
  for (const [path, upload] of Object.entries(uploadPaths(named))) paths[path] = { ...paths[path], ...upload };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kith',
      version: '1.0.0',
      description: 'The REST paths of Kith. The same operations, typed, are under /trpc.',
      contact: { name: 'The operator of this server' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ session: [] }, { bearer: [] }],
    paths: { ...paths, ...calendarPaths, ...streamPaths },
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
                'With `second-factor-required`: to be sent to `POST /auth/login/second-factor` with a code, within ten minutes.',
            },
            details: {
              type: 'string',
              description:
                'With `mail-failed`: what the mail server said. With `set-by-environment`: the name of the variable. With `unsupported-video` and `unsupported-voice`: the codec that is not taken.',
            },
            requestId: { type: 'string', description: 'With a 5xx: the id of the request in the server’s log.' },
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
