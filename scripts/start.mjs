import { spawnNode26 } from './lib/bootstrap.mjs';
import { prepare } from './lib/webBuild.mjs';

prepare();
await spawnNode26('scripts/start/main.ts');
