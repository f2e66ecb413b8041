import { spawnNode26 } from './lib/bootstrap.mjs';
import { ensureInstalled } from './lib/install.mjs';

await ensureInstalled('all');
await spawnNode26('scripts/start/main.ts', ['--dev', ...process.argv.slice(2)]);
