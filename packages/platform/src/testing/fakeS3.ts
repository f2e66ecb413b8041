import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const xml = (inner: string) => `<?xml version="1.0" encoding="UTF-8"?>${inner}`;

/** A minimal in-memory S3: lists have pages of two names, and a name containing `locked` cannot be deleted. */
export async function startFakeS3(): Promise<{ url: string; stop(): Promise<void> }> {
  const files = new Map<string, Buffer>();

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://s3');
    const key = decodeURIComponent(url.pathname).split('/').slice(2).join('/');
    const body = await buffer(request);
    const answer = (status: number, text: string | Buffer = '') =>
      response.writeHead(status, { 'content-length': Buffer.byteLength(text) }).end(text);
    if (request.method === 'PUT') {
      files.set(key, body);
      return answer(200);
    }
    if (request.method === 'POST' && url.searchParams.has('delete')) {
      const names = [...String(body).matchAll(/<Key>(.*?)<\/Key>/g)].map(([, name = '']) => name);
      const [locked, free] = [
        names.filter((name) => /locked/.test(name)),
        names.filter((name) => !/locked/.test(name)),
      ];
      for (const name of free) files.delete(name);
      const errors = locked.map((name) => `<Error><Key>${name}</Key><Code>AccessDenied</Code></Error>`);
      return answer(200, xml(`<DeleteResult>${errors.join('')}</DeleteResult>`));
    }
    if (url.searchParams.has('list-type')) {
      const after = url.searchParams.get('continuation-token') ?? '';
      const prefix = url.searchParams.get('prefix') ?? '';
      const found = [...files.keys()].sort().filter((name) => name.startsWith(prefix) && name > after);
      const page = found.slice(0, 2);
      const changed = new Date().toISOString();
      const contents = page.map(
        (name) => `<Contents><Key>${name}</Key><LastModified>${changed}</LastModified></Contents>`,
      );
      const more = found.length > 2;
      const next = more ? `<NextContinuationToken>${page[1]}</NextContinuationToken>` : '';
      const inner = `<IsTruncated>${more}</IsTruncated>${next}${contents.join('')}`;
      return answer(200, xml(`<ListBucketResult>${inner}</ListBucketResult>`));
    }
    const file = files.get(key);
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (file && to !== undefined) return answer(206, file.subarray(Number(from), Number(to) + 1));
    return file ? answer(200, file) : answer(404, xml('<Error><Code>NoSuchKey</Code></Error>'));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
