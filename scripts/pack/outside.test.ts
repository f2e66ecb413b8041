import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cast, password, startTestApp, type TestApp } from '../../apps/api/src/testing/testApp.ts';
import { root } from '../lib/bootstrap.mjs';

/** A project outside of ours: the packed client, its dependencies, and the example's program. Nothing else of ours. */
const outside = mkdtempSync(join(tmpdir(), 'kith-outside-'));
const modules = join(outside, 'node_modules');
let server: TestApp;

/** A program's output, on both streams, and its exit code. Asynchronous, because the server runs in this process. */
async function run(program: string, args: string[], cwd = outside) {
  const child = spawn(program, args, { cwd });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { stdout, stderr, code };
}

beforeAll(async () => {
  server = await startTestApp();
  const packed = await run('npm', ['pack', '-w', 'packages/client', '--pack-destination', outside], root);
  expect(packed).toMatchObject({ code: 0 });
  for (const folder of ['@kith/client', '@trpc', '@types']) mkdirSync(join(modules, folder), { recursive: true });
  const [tarball = ''] = readdirSync(outside).filter((name) => name.endsWith('.tgz'));
  await run('tar', ['-xzf', tarball, '-C', join(modules, '@kith/client'), '--strip-components=1']);
  for (const name of ['@trpc/client', '@trpc/server', 'zod', '@types/node'])
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction');
  cpSync(join(root, 'examples/typed-client/src'), join(outside, 'src'), { recursive: true });
  const compilerOptions = {
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    module: 'nodenext',
    target: 'esnext',
    lib: ['esnext', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: ['node'],
    allowImportingTsExtensions: true,
  };
  writeFileSync(join(outside, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(outside, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
});
afterAll(async () => {
  await server?.close();
  rmSync(outside, { recursive: true, force: true });
});

describe('the packed client in a project of somebody else', () => {
  it('holds nothing of the server', () => {
    const dist = join(modules, '@kith/client/dist');
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(js|ts)$/.test(path));
    expect(files).toContain('client/src/index.d.ts');
    expect(files.filter((path) => !/^(client|contracts)\b/.test(path))).toEqual([]);
    const imports = files.flatMap((path) =>
      [...readFileSync(join(dist, path), 'utf8').matchAll(/(?:from|import\() ?['"]([^'"]+)/g)].map(
        ([, name = '']) => name,
      ),
    );
    expect([...new Set(imports.filter((name) => !name.startsWith('.')))].sort()).toEqual([
      '@trpc/client',
      '@trpc/server',
      'zod/mini',
    ]);
  });

  it('compiles, and refuses what the server would', async () => {
    const program = `
      import { type AppRouter, createKithClient } from '@kith/client';
      import { createCommentInput } from '@kith/client/contracts';
      const kith = createKithClient('http://localhost');
      // @ts-expect-error an id is a number
      kith.likes.add.mutate({ postId: '1' });
      // @ts-expect-error there is no such procedure
      kith.likes.toggle;
      // @ts-expect-error a post has no such field
      kith.feed.home.query({}).then(({ items }) => items[0]?.secret);
      export const counts: Promise<number[]> = kith.feed.home.query({}).then(({ items }) => items.map((post) => post.likesCount));
      export type Router = AppRouter;
      export const { success } = createCommentInput.safeParse({});
    `;
    writeFileSync(join(outside, 'src/program.ts'), program);
    expect(await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')])).toMatchObject({
      stdout: '',
      code: 0,
    });
  });

  it('talks to a running server, and greets every follower once', async () => {
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { alice, bob, carol } = await cast(server.app);
    for (const person of [bob, carol])
      await person.post('/follows', { followerId: person.userId, followedId: alice.userId });
    for (let time = 0; time < 2; time++) {
      const greeted = await run(process.execPath, ['src/main.ts', origin, 'alice', password, 'Hello!']);
      expect(greeted).toEqual({ stdout: '2 greeted\n', stderr: '', code: 0 });
    }
    const { body } = await bob.query('messages.conversation', { withUserId: alice.userId });
    expect(body.result.data.items).toMatchObject([{ content: 'Hello!', sender: { userId: alice.userId } }]);
  });
});
