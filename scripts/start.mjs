import { ensureInstalled, handOver } from './lib/bootstrap.mjs';
import { ensureWebBuilt } from './lib/webBuild.mjs';

ensureInstalled();
ensureWebBuilt();
await handOver('scripts/start/main.ts');
