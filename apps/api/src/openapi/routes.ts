import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { limitPerAddress } from '../request/address.ts';
import { docsPage } from './docsPage.ts';
import { openApiDocument } from './document.ts';

/** Serves /openapi.json, and /docs, a page that displays it. */
export function serveOpenApi(app: FastifyInstance, deps: Deps): void {
  const limited = { preHandler: limitPerAddress(deps) };
  let made: { json: string; page: string } | undefined;
  const make = () => {
    const document = openApiDocument();
    return { json: JSON.stringify(document), page: docsPage(document as never) };
  };
  // The description is generated once, at the first request, because it takes 10 ms of the event loop.
  const description = () => {
    made ??= make();
    return made;
  };
  app.get('/openapi.json', limited, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(description().json),
  );
  app.get('/docs', limited, async (_request, reply) => reply.type('text/html; charset=utf-8').send(description().page));
}
