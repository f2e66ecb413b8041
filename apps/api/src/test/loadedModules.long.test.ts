// Long: starts two servers to see which modules they load.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { serverForFile } from '../testing/serverForFile.ts';

const { server } = await serverForFile();

/**
 * A program that starts and closes a server with the given settings, and prints which modules of optional features it has
 * loaded.
 */
const loaded = `
  const { registerHooks } = await import('node:module');
  const asked = [];
  registerHooks({ resolve: (specifier, context, next) => (asked.push(specifier), next(specifier, context)) });
  const { loadSettings, openTracer } = await import('@kith/platform');
  const { buildApp } = await import('./apps/api/src/app.ts');
  const { openDeps } = await import('./apps/api/src/deps.ts');
  const deps = await openDeps(loadSettings(JSON.parse(process.argv[1])));
  const app = await buildApp(deps);
  await app.close();
  await deps.close();
  console.log(JSON.stringify(asked.filter((each) => /opentelemetry|prom-client|bull-board|oidc-provider/.test(each))));
  process.exit(0);
`;

it('modules of features that are switched off are not loaded', async () => {
  const { databaseUrl, dataDir } = server.deps.settings;
  const root = fileURLToPath(new URL('../../../../', import.meta.url));
  const modulesWith = async (settings: object) => {
    const env = JSON.stringify({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...settings });
    const args = ['--input-type=module', '--eval', loaded, env];
    return (await promisify(execFile)(process.execPath, args, { cwd: root })).stdout;
  };
  expect(await modulesWith({})).toBe('[]\n');
  expect(await modulesWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })).toContain('@opentelemetry/api');
});
