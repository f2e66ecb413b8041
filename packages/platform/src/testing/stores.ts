import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '@kith/domain';
import { freePort } from '../freePort.ts';

/** A log that records the messages of its lines. */
export function recordingLog(): Log & { messages: string[] } {
  const messages: string[] = [];
  const record = (_fields: object, message: string) => void messages.push(message);
  return { messages, info: record, warn: record, error: record };
}

/** A Redis for this test, or null, with the reason printed, if redis-server is not installed. */
export async function startRedis(): Promise<{ url: string; stop(): Promise<void> } | null> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'kith-redis-'));
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const server = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const started = await Promise.race([
    new Promise<boolean>((done) => server.stdout.on('data', (text) => /eady to accept/.test(text) && done(true))),
    once(server, 'error').then(() => false),
    wait(10_000, false, { ref: false }),
  ]);
  if (!started) {
    process.stdout.write('Redis is not tested: there is no redis-server on this machine.\n');
    return null;
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      server.kill('SIGKILL');
      await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
