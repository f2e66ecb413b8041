import { spawnNode26 } from './lib/bootstrap.mjs';
import { prepare } from './lib/build.mjs';

await prepare();
await spawnNode26('scripts/start/dist/main.js');
