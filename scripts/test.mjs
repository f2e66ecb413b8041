import { spawnNode26 } from './lib/bootstrap.mjs';
import { ensureInstalled } from './lib/install.mjs';

ensureInstalled('all');
void spawnNode26('scripts/test/main.ts');
