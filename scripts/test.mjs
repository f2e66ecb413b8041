import { ensureInstalled, handOver } from './lib/bootstrap.mjs';

ensureInstalled();
handOver('scripts/test/main.ts');
