import type { Caller } from '@kith/trpc';
import type { Door } from '../rest/door.ts';
import { schemaOf } from './schema.ts';
import { exportPaths, streamPaths, uploadPaths } from './uploads.ts';

const failure = { $ref: '#/components/schemas/Failure' };
const failures: Record<string, string> = {
  400: 'Malformed or invalid; `message` is the first of `errors`',
  401: 'No session',
  403: 'Not the caller’s to do',
  404: 'No such thing',
  408: 'The body took too long',
  409: 'Taken',
  413: 'Body too large',
  415: 'A body of another type, or packed',
  429: 'Too often; see Retry-After',
  500: 'A fault of the server; `requestId` is what its log calls the request',
  503: 'Busy, or a dependency is unavailable; see Retry-After',
};

export const failureResponses = (codes: readonly string[]) =>
  Object.fromEntries(
    codes.map((code) => [code, { description: failures[code], content: { 'application/json': { schema: failure } } }]),
  );

function success(door: Door): object {
  if (door.status === 204) return { description: 'Done' };
  const row = schemaOf(door.output, 'output');
  const properties = {
    success: { const: true },
    message: { type: 'string' },
    data: door.list ? { type: 'array', items: row } : row,
    ...(door.list
      ? { nextCursor: { type: 'string', description: 'Goes back as `cursor`; absent on the last page' } }
      : {}),
  };
  const schema = { type: 'object', required: ['success', 'message', 'data'], properties };
  return { description: door.message ?? 'OK', content: { 'application/json': { schema } } };
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The name of the procedure as an operationId for client generators: `likes.add` becomes `likesAdd`. */
function operationId(door: Door): string {
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
  door.procedure(caller as Caller);
  return names.map((name, index) => (index === 0 ? name : capital(name))).join('');
}

function operation(door: Door): object {
  const { properties = {}, required = [], ...rest } = schemaOf(door.input, 'input');
  const inPath = [...door.url.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const others = Object.keys(properties).filter((name) => !inPath.includes(name));
  const parameter = (name: string, place: 'path' | 'query') => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && name !== 'limit'),
    schema: properties[name],
  });
  const body = {
    ...rest,
    properties: Object.fromEntries(others.map((name) => [name, properties[name]])),
    required: required.filter((name) => others.includes(name)),
    additionalProperties: false,
  };
  const query = door.method === 'GET';
  return {
    operationId: operationId(door),
    summary: door.summary,
    tags: [door.url.split('/')[1]?.replace(/^:.*/, 'follows') ?? ''],
    parameters: [
      ...inPath.map((name) => parameter(name, 'path')),
      ...(query ? others.map((name) => parameter(name, 'query')) : []),
    ],
    ...(query || others.length === 0
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    ...(door.open ? { security: [] } : {}),
    responses: {
      [door.status ?? 200]: success(door),
      ...failureResponses([
        ...['400', '401', '403', '404', '409'],
        ...(query ? [] : ['408', '413', '415']),
        ...['429', '500', '503'],
      ]),
    },
  };
}

/** The OpenAPI description, generated from the doors and their contracts. */
export function openApiDocument(doors: readonly Door[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const door of doors) {
    const path = door.url.replace(/:(\w+)(?:\([^)]*\))?/g, '{$1}');
    paths[path] = { ...paths[path], [door.method.toLowerCase()]: operation(door) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kith',
      version: '0.1.0',
      description: 'The REST paths of Kith. The same operations, typed, are under /trpc.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ session: [] }, { bearer: [] }],
    paths: { ...paths, ...uploadPaths, ...streamPaths, ...exportPaths },
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
        Failure: {
          type: 'object',
          required: ['success', 'message', 'code'],
          properties: {
            success: { const: false },
            message: { type: 'string' },
            code: { type: 'string' },
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
