import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { reportReady, stopOnSignal } from '@kith/platform';
import { loadSettings } from '@kith/platform/settings';
import { root } from '../lib/bootstrap.mjs';
import { isServed, readPaths } from './servedPaths.ts';

// Only the web app depends on Vite, so Vite is imported from the web app's folder.
const api = `http://127.0.0.1:${loadSettings().port}`;
const paths = readPaths(api);
process.chdir(join(root, 'apps/web'));
const { createServer } = await import(import.meta.resolve('vite'));
const server = await createServer({
  server: {
    port: Number(process.env.WEB_PORT),
    strictPort: true,
    proxy: {
      '^/': {
        target: api,
        bypass: async (request: IncomingMessage) => (isServed(request, await paths()) ? undefined : request.url),
      },
    },
  },
});
await server.listen();
stopOnSignal(() => server.close());
reportReady();
