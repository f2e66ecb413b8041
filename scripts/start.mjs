import { handOver } from './lib/bootstrap.mjs';
import { prepare } from './lib/webBuild.mjs';

prepare();
await handOver('scripts/start/main.ts');
