import { printStep, runSteps } from './steps.ts';

const results = await runSteps(printStep);
const failed = results.filter(({ ok }) => !ok).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
