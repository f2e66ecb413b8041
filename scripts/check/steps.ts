import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { root } from '../lib/bootstrap.mjs';
import { checkColours } from './colours.ts';
import { checkLengths, checkWords } from './houseRules.ts';
import { checkCycles, checkDirections } from './imports.ts';
import { checkMigrations } from './migrations.ts';
import { type Check, readSources, type Sources } from './sources.ts';
import { checkSql } from './sql.ts';
import { checkTranslations } from './translations.ts';

export interface StepResult {
  name: string;
  ok: boolean;
  seconds: number;
  output: string;
}

interface Step {
  name: string;
  run: (sources: Sources) => Promise<string | null>;
}

const own = (name: string, check: Check): Step => ({
  name,
  run: async (sources) => check(sources).join('\n') || null,
});

const program = (name: string, script: string, ...args: string[]): Step => ({
  name,
  run: () =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [`${root}/node_modules/${script}`, ...args], {
        cwd: root,
        env: environment,
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
      child.on('error', reject);
      child.on('close', (code) => resolve(code === 0 ? null : output || `ended with code ${code}`));
    }),
});

const environment = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };

const steps: Step[] = [
  program('types', 'typescript/bin/tsc', '-p', 'tsconfig.json'),
  program('types of the web app', 'typescript/bin/tsc', '-p', 'apps/web/tsconfig.json'),
  program('lint and format', '@biomejs/biome/bin/biome', 'check', '--no-errors-on-unmatched'),
  program('unused code', 'knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors'),
  own('import directions', checkDirections),
  own('import cycles', checkCycles),
  own('raw colours', checkColours),
  own('translations', checkTranslations),
  own('file lengths', checkLengths),
  own('house words', checkWords),
  own('migrations', checkMigrations),
  own('SQL in strings', checkSql),
];

/** Runs every step, two at a time, and tells of each as it ends. A step that throws has failed. */
export async function runSteps(tell: (result: StepResult) => void): Promise<StepResult[]> {
  const sources = readSources(root);
  const waiting = [...steps];
  const results: StepResult[] = [];
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const start = performance.now();
      const output = await step.run(sources).catch((error: unknown) => String(error));
      const seconds = (performance.now() - start) / 1000;
      const result = { name: step.name, ok: output === null, seconds, output: output ?? '' };
      results.push(result);
      tell(result);
    }
  };
  await Promise.all([lane(), lane()]);
  return results;
}

/** Prints one line per step, and what a failing one says. */
export function printStep({ name, ok, seconds, output }: StepResult): void {
  console.log(`${ok ? '✓' : '✗'} ${name.padEnd(22)} ${seconds.toFixed(1)} s`);
  if (!ok) console.log(output.trimEnd().replace(/^/gm, '    '));
}
