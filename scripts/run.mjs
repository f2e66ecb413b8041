import { existsSync } from 'node:fs';
import { handOver, root } from './lib/bootstrap.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ensureWebBuilt, prepare } from './lib/webBuild.mjs';

// `node scripts/run.mjs NAME …` runs scripts/NAME/main.ts, or one role of the product alone, on a clean clone too.
const roles = {
  api: 'apps/api/src/server.ts',
  worker: 'apps/worker/src/main.ts',
  migrate: 'scripts/start/migrate.ts',
};
/** Scripts of an operator, which need no more than what runs. */
const operating = new Set(['backup', 'kith', 'restore', 'seed']);
const [name, ...args] = process.argv.slice(2);
const script = roles[name] ?? `scripts/${name}/main.ts`;
if (!name || !existsSync(`${root}/${script}`)) {
  console.error('Name a script: node scripts/run.mjs seed');
  process.exit(1);
}
// What a script prints may be read by another program: installing is told apart from it.
const say = console.error;
if (name === 'api') prepare(say);
else ensureInstalled(name in roles || operating.has(name) ? 'run' : 'all', say);
if (name === 'bench') ensureWebBuilt(say);
await handOver(script, args);
