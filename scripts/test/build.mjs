import { ensureBuilt } from '../lib/build.mjs';

// Builds the apps that the arguments name; by default all.
const apps = process.argv.slice(2);
await ensureBuilt(apps.length > 0 ? apps : ['web', 'api', 'worker']);
