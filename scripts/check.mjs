import { ensureInstalled, handOver } from './lib/bootstrap.mjs';

ensureInstalled();
handOver('scripts/check/main.ts');
