import { mkdirSync } from 'node:fs';
import { startApp } from '../../e2e/fixtures/app.ts';
import { runScript } from './runScript.ts';

/** Builds the web app, and starts Kith with the demo community, whose data stay in `dataDir` for the next run. */
export async function startCommunity(dataDir: string, env: Record<string, string> = {}) {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  if ((await runScript('scripts/test/build.mjs')) !== 0) throw new Error('The apps do not build.');
  const app = await startApp({ dataDir, env });
  const seeded = await runScript('scripts/seed/main.ts', [], { env: { ...process.env, DATA_DIR: dataDir } });
  if (seeded === 0) return app;
  await app.stop({ keep: true });
  throw new Error('The demo community could not be made.');
}
