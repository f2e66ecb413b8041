import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { ImportState } from '@kith/contracts';
import { craftZip } from '@kith/domain/testing/zip';
import type { Member } from './fill.ts';
import { times } from './messages.ts';
import type { Figures } from './report.ts';
import { photograph, timeUpload } from './upload.ts';

/** Creates an archive as Kith exports it, in which each post has one picture of the size that Instagram stores. */
async function archiveOf(pictures: number): Promise<Buffer> {
  const kinds = await Promise.all(Array.from({ length: 10 }, () => photograph(1_440, 1_800)));
  const posts = Array.from({ length: pictures }, (_, i) => ({
    postId: i + 1,
    createdAt: new Date(Date.UTC(2015, 0, 1) + i * 3_600_000).toISOString(),
    caption: `Picture ${i}`,
    audience: 'private',
    comments: 'nobody',
    pictures: [{ file: `pictures/${i}.jpg`, alt: `What picture ${i} shows` }],
  }));
  return craftZip([
    { name: 'kith.json', data: JSON.stringify({ format: 1, server: `https://bench.example/${Date.now()}` }) },
    { name: 'posts.json', data: JSON.stringify(posts) },
    ...posts.map((_, i) => ({ name: `pictures/${i}.jpg`, data: kinds[i % 10] as Buffer, stored: true })),
  ]);
}

const residentMb = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

/** Uploads pictures one by one until `ended` returns true, but at least `least` of them. Returns the durations in ms. */
async function uploads(origin: string, member: Member, ended: () => boolean, least: number): Promise<number[]> {
  const photo = await photograph();
  const took: number[] = [];
  while (took.length < least || !ended()) {
    took.push(await timeUpload(origin, member, photo));
    await wait(1_000);
  }
  return took;
}

/** Measures an import's duration, the worker's memory meanwhile, and another member's uploads before and during the import. */
export async function importFigures(
  origin: string,
  importer: Member,
  other: Member,
  worker: number,
  pictures = 1_000,
): Promise<Figures> {
  const before = await uploads(origin, other, () => true, 20);
  const authorization = `Bearer ${importer.token}`;
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(await archiveOf(pictures))]), 'archive.zip');
  const memory = { before: residentMb(worker), most: 0 };
  const began = performance.now();
  const answer = await fetch(`${origin}/imports`, { method: 'POST', headers: { authorization }, body });
  if (answer.status !== 202) throw new Error(`the archive was answered with ${answer.status}`);
  const received = performance.now();
  let ended = false;
  const watched = (async () => {
    for (;;) {
      const state = await fetch(`${origin}/imports`, { headers: { authorization } });
      const { data } = (await state.json()) as { data: ImportState };
      memory.most = Math.max(memory.most, residentMb(worker));
      if (data.state === 'failed') throw new Error(JSON.stringify(data.skipped));
      if (data.state === 'done') break;
      await wait(500);
    }
    ended = true;
  })();
  const during = await uploads(origin, other, () => ended, 1);
  await watched;
  const seconds = Math.round((performance.now() - received) / 1_000);
  const [quiet, busy] = [times(before, 0), times(during, 0)];
  return {
    name: 'import',
    text: `An archive with ${pictures} pictures of 1,440 × 1,800 pixels was received in ${Math.round(received - began)} ms and imported in ${seconds} s, with another member uploading meanwhile; the worker held ${memory.before} MB before and ${memory.most} MB at most. That member's uploads of 12 megapixels took p50 ${quiet.p50} ms, p95 ${p95(before)} ms before, and p50 ${busy.p50} ms, p95 ${p95(during)} ms during it.`,
    figures: { seconds, memory, before, during },
  };
}

const p95 = (took: number[]): number =>
  Math.round(took.toSorted((a, b) => a - b)[Math.ceil(took.length * 0.95) - 1] as number);
