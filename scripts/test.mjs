import { spawnNode26 } from './lib/bootstrap.mjs';
import { ensureInstalled } from './lib/install.mjs';

await ensureInstalled('all');
void spawnNode26('scripts/test/main.ts');
