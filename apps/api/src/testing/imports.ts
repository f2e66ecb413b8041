import { probe } from '@kith/db/testing';
import { type MakePicture, runImport } from '@kith/domain';
import type { Person, Reply, TestApp } from './testApp.ts';

/** The beginning of an MP4, by which an upload is told from a picture. */
export const film = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'),
  Buffer.alloc(4_000, 1),
]);

/** Uploads an archive in one request. */
export function uploadArchive(who: Person, bytes: Buffer, query = ''): Promise<Reply> {
  const mark = 'kith-boundary';
  const head = `--${mark}\r\nContent-Disposition: form-data; name="file"; filename="../../archive.zip"\r\nContent-Type: application/zip\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${mark}--\r\n`)]);
  const headers = { 'content-type': `multipart/form-data; boundary=${mark}` };
  return who.call('POST', `/imports${query}`, payload, { headers });
}

/** Marks a picture or a video as processed by the worker, without processing one. */
export const pretendProcessed =
  ({ deps }: TestApp): MakePicture =>
  async (id) =>
    void (await probe(
      deps.domain.db,
      `update images set status = 'ready', widths = '{320}', thumbhash = 'x', width = coalesce(width, 320), height = coalesce(height, 240),
         container = case when media = 'video' then 'mp4' end, duration_ms = case when media = 'video' then 2000 end
       where id = $1`,
      [id],
    ));

/** Runs the worker's jobs of an import until none is left. */
export async function runImportJobs(
  server: TestApp,
  importId: number,
  makePicture = pretendProcessed(server),
): Promise<void> {
  for (;;) {
    const { rows } = await probe(
      server.deps.domain.db,
      `select slice from imports where id = $1 and state in ('waiting', 'running')`,
      [importId],
    );
    if (rows.length === 0) return;
    await runImport(server.deps.domain, { importId, slice: rows[0].slice }, makePicture);
  }
}

/** Uploads an archive, runs its import, and returns the import's final state. */
export async function importArchive(server: TestApp, who: Person, bytes: Buffer, query = '') {
  const { status, body } = await uploadArchive(who, bytes, query);
  if (status !== 202) throw new Error(`the archive was answered ${status}: ${JSON.stringify(body)}`);
  await runImportJobs(server, body.data.importId);
  return (await who.get(`/imports/${body.data.importId}`)).body.data;
}
