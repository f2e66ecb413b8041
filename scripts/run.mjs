import { existsSync } from 'node:fs';
import { ensureInstalled, handOver, root } from './lib/bootstrap.mjs';
import { ensureWebBuilt } from './lib/webBuild.mjs';

// `node scripts/run.mjs NAME …` runs scripts/NAME/main.ts, or one role of the product alone, on a clean clone too.
const roles = {
  api: 'apps/api/src/server.ts',
  worker: 'apps/worker/src/main.ts',
  migrate: 'scripts/start/migrate.ts',
};
const [name, ...args] = process.argv.slice(2);
const script = roles[name] ?? `scripts/${name}/main.ts`;
if (!name || !existsSync(`${root}/${script}`)) {
  console.error('Name a script: node scripts/run.mjs seed');
  process.exit(1);
}
// What a script prints may be read by another program: installing is told apart from it.
ensureInstalled(console.error);
if (name === 'api') ensureWebBuilt(console.error);
await handOver(script, args);
