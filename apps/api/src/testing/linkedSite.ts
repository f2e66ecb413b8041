import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { failImage, finishImage, pictureHandlers, readLinkPreview } from '@kith/domain';
import { craftPng } from '@kith/domain/testing';
import { createOutboundClient } from '@kith/platform';
import { afterAll, beforeEach } from 'vitest';
import type { TestApp } from './testApp.ts';
import { made } from './uploads.ts';

type Answer = (response: ServerResponse) => unknown;

export const html =
  (body: string | Buffer, type = 'text/html; charset=utf-8'): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': type }).end(body);
export const titled = (title: string): Answer => html(`<title>${title}</title>`);
export const redirect =
  (to: string): Answer =>
  (response) =>
    response.writeHead(302, { location: to }).end();
export const png: Answer = (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(craftPng(60, 40));

/** A path whose picture cannot be processed. */
export const brokenPicture = '/broken.png';

/**
 * A site on this machine to which members of a server link, for all tests of a file. Only this site counts as public: every other
 * address is guarded as on a real server. Jobs about links run at once, as in a worker. Each test begins without pages.
 */
export async function linkedSite({ deps: { domain } }: TestApp) {
  const site = { pages: {} as Record<string, Answer>, asked: [] as string[] };
  const server = createServer((request, response) => {
    site.asked.push(request.url ?? '');
    const page = site.pages[request.url ?? ''];
    if (page) page(response);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const outbound = createOutboundClient({ allowPrivate: (url) => url.host === host });

  const running: Promise<unknown>[] = [];
  const process = (imageId: number) =>
    site.asked.includes(brokenPicture)
      ? failImage(domain, pictureHandlers, imageId, 'of the test')
      : finishImage(domain, pictureHandlers, imageId, made);
  const add = domain.queue.add.bind(domain.queue);
  domain.queue.add = async (jobs) => {
    for (const { name, payload } of jobs) {
      if (name === 'linkPreviews.read') running.push(readLinkPreview(domain, outbound, payload));
      if (name === 'images.process') running.push(process(payload.imageId));
    }
    return add(jobs);
  };

  /** Waits until the jobs that were queued so far are done. */
  const settled = () => Promise.all(running);

  beforeEach(() => void Object.assign(site, { pages: {}, asked: [] }));
  afterAll(async () => {
    await settled();
    outbound.close();
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(site, { outbound, settled, at: (path: string) => `http://${host}${path}` });
}
