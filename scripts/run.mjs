import { existsSync } from 'node:fs';
import { ensureInstalled, handOver, root } from './lib/bootstrap.mjs';

// `node scripts/run.mjs NAME …` runs scripts/NAME/main.ts, on a clean clone too.
const [name, ...args] = process.argv.slice(2);
if (!name || !existsSync(`${root}/scripts/${name}/main.ts`)) {
  console.error('Name a script: node scripts/run.mjs seed');
  process.exit(1);
}
// What a script prints may be read by another program: installing is told apart from it.
ensureInstalled(console.error);
await handOver(`scripts/${name}/main.ts`, args);
