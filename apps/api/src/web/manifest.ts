import { readFileSync } from 'node:fs';
import { readLastServerSettings } from '@kith/domain';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/** Serves the web app manifest in `file` with the server's name, by which a device shows the installed app. */
export function serveManifest(app: FastifyInstance, { domain }: Pick<Deps, 'domain'>, file: string): void {
  const manifest: object = JSON.parse(readFileSync(file, 'utf8'));
  app.get('/manifest.webmanifest', async (_request, reply) => {
    const { name } = await readLastServerSettings(domain);
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify({ ...manifest, name, short_name: name }));
  });
}
