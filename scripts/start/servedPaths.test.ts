import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { isServed, readPaths } from './servedPaths.ts';

const paths = {
  '/messages': { post: {} },
  '/users/{userId}': { patch: {}, delete: {} },
  '/users/name/{userName}': { get: {} },
  '/{userId}/followers': { get: {} },
  '/exports/{key}': { get: {} },
};

const page = { accept: 'text/html,application/xhtml+xml' };
const ask = (method: string, url: string, headers: object = {}) => isServed({ method, url, headers } as never, paths);

it.each([
  ['POST', '/messages'],
  ['PATCH', '/users/7'],
  ['GET', '/users/name/alice?x=1'],
  ['GET', '/7/followers?limit=2'],
  ['POST', '/trpc/likes.add?batch=1'],
  ['GET', '/media/key/320.webp'],
])('a call of a program is proxied to the server: %s %s', (method, url) => expect(ask(method, url)).toBe(true));

it.each([
  ['GET', '/exports/key'],
  ['GET', '/docs'],
  ['GET', '/auth/google?next=/home'],
])('a request is proxied to the server even if a browser opens it as a page: %s %s', (method, url) =>
  expect(ask(method, url, page)).toBe(true),
);

it.each([
  ['GET', '/'],
  ['GET', '/messages'],
  ['GET', '/alice/followers'],
  ['GET', '/src/bootstrap.tsx'],
  ['GET', '/documents'],
])('a request for a page is served by the web app: %s %s', (method, url) => expect(ask(method, url, page)).toBe(false));

it("the proxied paths come from the running server's API description, and stay while it restarts", async () => {
  const server = createServer((_, reply) => reply.end(JSON.stringify({ paths }))).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const read = readPaths(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(await read()).toEqual(paths);
  server.close();
  expect(await read()).toEqual(paths);
});
