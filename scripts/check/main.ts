import { root } from '../lib/bootstrap.mjs';
import { housePicture } from './picture.ts';
import { readSources } from './sources.ts';
import { printStep, runSteps } from './steps.ts';

const results = await runSteps(printStep);
console.log(`\n${housePicture(readSources(root))}\n`);
const failed = results.filter(({ ok }) => !ok).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
