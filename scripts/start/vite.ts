import { join } from 'node:path';
import { sayReady, stopWhenAsked } from '@kith/platform';
import { loadSettings } from '@kith/platform/settings';
import { root } from '../lib/bootstrap.mjs';

// Vite is a dependency of the web app alone, so it is found from there.
const { port } = loadSettings();
process.env.API_URL = `http://127.0.0.1:${port}`;
process.chdir(join(root, 'apps/web'));
const { createServer } = await import(import.meta.resolve('vite'));
const server = await createServer({ server: { strictPort: true } });
await server.listen();
stopWhenAsked(() => server.close());
sayReady();
