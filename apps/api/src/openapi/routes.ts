import type { FastifyInstance } from 'fastify';
import type { Door } from '../rest/door.ts';
import { docsPage } from './docsPage.ts';
import { openApiDocument } from './document.ts';

/** /openapi.json, and /docs that shows it. */
export function serveOpenApi(app: FastifyInstance, doors: readonly Door[]): void {
  let made: { document: object; page: string } | undefined;
  const make = () => {
    const document = openApiDocument(doors);
    made ??= { document, page: docsPage(document as never) };
    return made;
  };
  app.get('/openapi.json', async () => make().document);
  app.get('/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(make().page));
}
