// Long: packs the client, and compiles programs that use it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { LiveItem } from '@kith/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cast, password, signUpAndIn, startTestApp, type TestApp } from '../../apps/api/src/testing/testApp.ts';
import { root } from '../lib/bootstrap.mjs';

/** The folder of a project outside this repository, with the packed client, its dependencies and the example's program. */
const outside = mkdtempSync(join(tmpdir(), 'kith-outside-'));
const modules = join(outside, 'node_modules');
let server: TestApp;

/** Runs a program, and returns its output and exit code. Does not block this process, because the server runs in it. */
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
  for (const name of [
    '@trpc/client',
    '@trpc/server',
    'zod',
    'eventsource-parser',
    'linkify-it',
    'uc.micro',
    '@types/node',
  ])
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

describe('the packed client in another project', () => {
  it('contains nothing of the server', () => {
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
      'eventsource-parser/stream',
      'linkify-it',
      'zod/mini',
    ]);
  });

  it('compiles, and rejects what the server would reject', async () => {
    const program = `
      import { type AppRouter, createKithClient } from '@kith/client';
      import { createCommentInput } from '@kith/client/contracts';
      const kith = createKithClient('http://localhost');
      // @ts-expect-error an id is a number
      kith.likes.add.mutate({ postId: '1' });
      kith.live.subscribe({ onEvent: (event) => event.name === 'message.sent' && event.message.content.length });
      // @ts-expect-error there is no such event
      kith.live.subscribe({ onEvent: (event) => event.name === 'message.lost' });
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

  it('does what every line of its README says', async () => {
    const origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
    const [dora, eli] = [await signUpAndIn(server.app, 'dora'), await signUpAndIn(server.app, 'eli')];
    const { body } = await dora.post('/tokens', { name: 'bot', scopes: ['read', 'messages'] });
    const readme = readFileSync(join(root, 'packages/client/README.md'), 'utf8');
    const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
    const given = 'const [origin = "", token = ""] = process.argv.slice(2);\n';
    writeFileSync(join(outside, 'src/readme.ts'), given + blocks.join('\n'));
    expect(await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')])).toMatchObject({
      stdout: '',
      code: 0,
    });
    const running = run(process.execPath, ['src/readme.ts', origin, body.data.token]);
    await expect.poll(() => server.deps.streams.size, { timeout: 20_000 }).toBe(1);
    await eli.post('/messages', { senderId: eli.userId, receiverId: dora.userId, content: 'psst' });
    const { stdout, stderr, code } = await running;
    expect([stderr, code]).toEqual(['', 0]);
    expect(stdout).toMatch(/^dora sees 0 posts\nmissing-scope\nanswered, up to \d+\nnull\n$/);
    const answered = await eli.get(`/messages/with/${dora.userId}`);
    expect(answered.body.data[0].content).toBe('You wrote: psst');
  });

  it('reconnects, delivers missed events, and reports why it was refused', async () => {
    const { port } = server.app.server.address() as AddressInfo;
    const { subscribe } = await import('../../packages/client/src/live.ts');
    const [fay, gil] = [await signUpAndIn(server.app, 'fay'), await signUpAndIn(server.app, 'gil')];
    const { token, tokenId } = (await fay.post('/tokens', { name: 'bot', scopes: ['messages'] })).body.data;
    const send = (content: string) => gil.post('/messages', { senderId: gil.userId, receiverId: fay.userId, content });
    const heard: string[] = [];
    let states = 0;
    const live = subscribe<LiveItem>(`http://127.0.0.1:${port}`, token, {
      onEvent: (event) => {
        if (event.name === 'message.sent') heard.push(event.message.content);
      },
      onState: () => {
        states += 1;
      },
    });
    await expect.poll(() => states).toBe(1);
    await expect.poll(() => live.lastEventId).toBeDefined();
    await send('one');
    await expect.poll(() => heard).toEqual(['one']);
    await server.deps.streams.endWithin(0);
    await send('two');
    await expect.poll(() => heard.at(-1), { timeout: 5_000 }).toBe('two');
    await fay.delete(`/tokens/${tokenId}`);
    expect(await live.ended).toMatchObject({ status: 401, code: 'unauthenticated' });
  });
});
