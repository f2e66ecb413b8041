import { runChecks } from '../lib/turbo.ts';

const tasks = await runChecks();
const failed = tasks.filter(({ ok }) => !ok);
for (const { id } of failed) console.log(`✗ ${id}`);
console.log(`${tasks.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 || tasks.length === 0 ? 1 : 0;
