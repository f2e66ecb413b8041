import { handOver } from './lib/bootstrap.mjs';
import { ensureInstalled } from './lib/install.mjs';

ensureInstalled('all');
await handOver('scripts/start/main.ts', ['--dev', ...process.argv.slice(2)]);
