import { existsSync } from 'node:fs';
import { root, spawnNode26 } from './lib/bootstrap.mjs';
import { ensureBuilt, prepare } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';

// `node scripts/run.mjs NAME …` installs the packages that are needed, and runs scripts/NAME/main.ts or one process of Kith.
const roles = {
  api: { script: 'apps/api/dist/server.js', apps: ['web', 'api'] },
  worker: { script: 'apps/worker/dist/main.js', apps: ['worker'] },
};
/** Scripts for operators. They need no packages beyond those that Kith needs to run. */
const operating = new Set(['migrate', 'backup', 'kith', 'restore', 'seed']);
const [name = '', ...args] = process.argv.slice(2);
const role = roles[name];
const others = { dev: 'scripts/start/main.ts', migrate: 'scripts/start/migrate.ts' };
const script = role?.script ?? others[name] ?? `scripts/${name}/main.ts`;
if (name === 'dev') args.unshift('--dev');
if (!role && !existsSync(`${root}/${script}`)) {
  console.error('Usage: node scripts/run.mjs NAME (api, worker, dev, migrate or a folder in scripts/)');
  process.exit(1);
}
// Messages about the installation go to standard error, because another program may read the script's output.
const say = console.error;
if (role) await prepare({ apps: role.apps, say });
else await ensureInstalled(operating.has(name) ? 'run' : 'all', say);
if (name === 'bench') await ensureBuilt(undefined, say);
await spawnNode26(script, args);
