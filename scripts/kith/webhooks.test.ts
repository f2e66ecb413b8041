import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../apps/api/src/testing/testApp.ts';
import { webhookCommands } from './webhooks.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const run = (command: string, ...rest: string[]) => webhookCommands[`webhook ${command}`]?.(server.deps, rest);

it('`kith webhook` creates, lists, tests and removes webhooks of the server', async () => {
  expect(await run('list')).toBe('The server has no webhook.');
  const [secret, said] = (await run('add', 'https://hook.kith.test/all'))?.split('\n') ?? [];
  expect(secret).toMatch(/^whsec_/);
  const id = /webhook (\d+)/.exec(said ?? '')?.[1] ?? '';
  expect(await run('list')).toBe(`${id}  https://hook.kith.test/all  on`);
  expect(await run('test', id)).toBe(`Webhook ${id} is sent a test.`);
  expect(await run('enable', id)).toBe(`Webhook ${id} is on.`);
  expect(await run('remove', id)).toBe(`Webhook ${id} is deleted.`);
  await expect(run('remove', id)).rejects.toThrow(`The server has no webhook ${id}.`);
});

it.each([['add', 'http://hook.kith.test/'], ['add', 'https://127.0.0.1/'], ['add'], ['remove'], ['remove', '1; drop']])(
  'prints its usage, given webhook %s %s',
  async (...words) => {
    const [command, ...rest] = words as [string, ...string[]];
    await expect(run(command, ...rest)).rejects.toThrow('npm run kith -- webhook add URL');
  },
);
