import { ensureInstalled, handOver } from './lib/bootstrap.mjs';

ensureInstalled();
await handOver('scripts/start/main.ts', ['--dev']);
