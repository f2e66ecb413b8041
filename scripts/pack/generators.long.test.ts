// Long: installs four generators of clients, and compiles what they write.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../apps/api/src/testing/testApp.ts';
import { root } from '../lib/bootstrap.mjs';

/** npm packages that only this test needs, and installs itself. */
const packages = [
  '@hey-api/openapi-ts@0.99.0',
  '@stoplight/spectral-cli@6.16.3',
  'openapi-fetch@0.17.0',
  'openapi-typescript@7.13.0',
  'orval@8.38.0',
  'swagger-typescript-api@13.13.0',
  // hey-api and orval need this version of TypeScript.
  'typescript@5.9.3',
];

/** The command with which each generator writes a client into `src`. */
const generators = {
  'openapi-typescript': ['openapi-typescript', 'openapi.json', '-o', 'src/client-openapi-typescript.ts'],
  orval: ['orval', '--config', 'orval.config.mjs'],
  'hey-api': ['openapi-ts', '-i', 'openapi.json', '-o', 'src/client-hey-api'],
  'swagger-typescript-api': [
    ...['swagger-typescript-api', 'generate', '-p', 'openapi.json', '-o', 'src', '--silent'],
    ...['-n', 'client-swagger-typescript-api.ts'],
  ],
};

const compilerOptions = {
  ...{ strict: true, noUncheckedIndexedAccess: true, skipLibCheck: true, esModuleInterop: true, types: ['node'] },
  ...{ target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable'], module: 'commonjs', moduleResolution: 'node10' },
  ...{ rootDir: 'src', outDir: 'dist' },
};

describe('/openapi.json', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kith-generators-'));
  const days = join(root, 'scripts/pack/days');
  let server: TestApp;
  let origin: string;

  async function run(program: string, ...args: string[]) {
    const child = spawn(program, args, { cwd: folder, env: { ...process.env, ORIGIN: origin } });
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { stdout, stderr, code };
  }
  const tool = (name: string, ...args: string[]) => run(process.execPath, join('node_modules/.bin', name), ...args);

  beforeAll(async () => {
    server = await startTestApp();
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
    writeFileSync(join(folder, 'package.json'), '{"private": true}');
    const installed = await run('npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages);
    expect(installed).toMatchObject({ code: 0 });
    mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
    for (const name of ['@types/node', 'undici-types']) {
      rmSync(join(folder, 'node_modules', name), { recursive: true, force: true });
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
    }
    for (const file of readdirSync(days)) cpSync(join(days, file), join(folder, 'src', file.replace(/txt$/, 'ts')));
    writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${origin}/openapi.json`)).text());
    writeFileSync(join(folder, '.spectral.json'), '{"extends": ["spectral:oas"]}');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
    const output = { target: 'src/client-orval.ts', client: 'fetch', baseUrl: origin };
    writeFileSync(
      join(folder, 'orval.config.mjs'),
      `export default ${JSON.stringify({ kith: { input: 'openapi.json', output } })}`,
    );
  }, 300_000);
  afterAll(async () => {
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('passes the OAS rules of Spectral without a hint', async () => {
    const { stdout, code } = await tool('spectral', 'lint', 'openapi.json', '--fail-severity', 'hint');
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining("No results with a severity of 'hint' or higher found"),
    ]);
  }, 120_000);

  it('generates clients that compile in strict TypeScript, and work through typical calls of a member', async () => {
    for (const command of Object.values(generators)) {
      const [name = '', ...args] = command;
      const { code, stderr } = await tool(name, ...args);
      expect([name, code, code === 0 ? '' : stderr]).toEqual([name, 0, '']);
    }
    expect(await tool('tsc')).toEqual({ code: 0, stdout: '', stderr: '' });
    for (const name of Object.keys(generators)) {
      const { stdout, stderr, code } = await run(process.execPath, `dist/day-${name}.js`);
      expect([name, code, stderr]).toEqual([name, 0, '']);
      expect(JSON.parse(stdout)).toEqual({
        caption: 'First tomatoes! #garden',
        likesCount: 1,
        commentsCount: 1,
        likedByMe: true,
        code: 'not-found',
      });
    }
  }, 300_000);
});
