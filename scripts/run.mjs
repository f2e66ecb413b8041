import { existsSync } from 'node:fs';
import { root, spawnNode26 } from './lib/bootstrap.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ensureWebBuilt, prepare } from './lib/webBuild.mjs';

// `node scripts/run.mjs NAME …` installs the packages that are needed, and runs scripts/NAME/main.ts or one process of Kith.
const roles = {
  api: 'apps/api/src/server.ts',
  worker: 'apps/worker/src/main.ts',
  migrate: 'scripts/start/migrate.ts',
};
/** Scripts for operators. They need no packages beyond those that Kith needs to run. */
const operating = new Set(['backup', 'kith', 'restore', 'seed']);
const [name, ...args] = process.argv.slice(2);
const script = roles[name] ?? `scripts/${name}/main.ts`;
if (!name || !existsSync(`${root}/${script}`)) {
  console.error('Usage: node scripts/run.mjs NAME (api, worker, migrate or a folder in scripts/)');
  process.exit(1);
}
// Messages about the installation go to standard error, because another program may read the script's output.
const say = console.error;
if (name === 'api') prepare(say);
else ensureInstalled(name in roles || operating.has(name) ? 'run' : 'all', say);
if (name === 'bench') ensureWebBuilt(say);
await spawnNode26(script, args);
