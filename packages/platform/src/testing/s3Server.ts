import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error It comes without types.
import S3rver from '@20minutes/s3rver';

type Context = { path: string; app: object };
type Middleware = (ctx: Context, next: () => Promise<void>) => Promise<void>;
interface Server {
  middleware: Middleware[];
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}

/**
 * An S3 server that keeps files in a folder and rejects wrong signatures of requests and addresses. The library's signature
 * check is wrong for requests about a whole bucket whose path ends in a slash, as Amazon's client sends them; for these only
 * the access key is compared.
 */
export async function startS3(): Promise<{
  url: string;
  /** The settings that make Kith use this server. */
  settings: Record<string, string>;
  stop(): Promise<void>;
}> {
  const directory = mkdtempSync(join(tmpdir(), 'kith-s3-'));
  const options = { port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: 'kith' }] };
  const server = new S3rver(options) as Server;
  server.middleware.unshift(async (ctx, next) => {
    const lenient = { allowMismatchedSignatures: { value: true } };
    if (/^\/[^/]+\/$/.test(ctx.path)) ctx.app = Object.create(ctx.app, lenient);
    await next();
  });
  const { port } = await server.run();
  const url = `http://127.0.0.1:${port}`;
  const keys = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' };
  return {
    url,
    settings: { S3_BUCKET: 'kith', S3_ENDPOINT: url, S3_PUBLIC_ENDPOINT: url, ...keys },
    async stop() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
