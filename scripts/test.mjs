import { handOver } from './lib/bootstrap.mjs';
import { ensureInstalled } from './lib/install.mjs';

ensureInstalled('all');
handOver('scripts/test/main.ts');
