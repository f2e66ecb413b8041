import { existsSync } from 'node:fs';
import { root, spawnNode26 } from './lib/bootstrap.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ensureWebBuilt, prepare } from './lib/webBuild.mjs';

// `node scripts/run.mjs NAME …` runs scripts/NAME/main.ts, or a single role of the product, on a clean clone too.
const roles = {
  api: 'apps/api/src/server.ts',
  worker: 'apps/worker/src/main.ts',
  migrate: 'scripts/start/migrate.ts',
};
/** Scripts for operators, which need only the packages that Kith needs to run. */
const operating = new Set(['backup', 'kith', 'restore', 'seed']);
const [name, ...args] = process.argv.slice(2);
const script = roles[name] ?? `scripts/${name}/main.ts`;
if (!name || !existsSync(`${root}/${script}`)) {
  console.error('Usage: node scripts/run.mjs NAME (api, worker, migrate or a folder in scripts/)');
  process.exit(1);
}
// Another program may read a script's output, so installing prints to standard error.
const say = console.error;
if (name === 'api') prepare(say);
else ensureInstalled(name in roles || operating.has(name) ? 'run' : 'all', say);
if (name === 'bench') ensureWebBuilt(say);
await spawnNode26(script, args);
