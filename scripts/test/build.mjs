import { ensureBuilt } from '../lib/build.mjs';

// Builds what the arguments name; by default everything.
const names = process.argv.slice(2);
await ensureBuilt(names.length > 0 ? names : undefined);
