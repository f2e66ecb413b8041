import { once } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ExportedRow, exportLists, exportQueries } from '@kith/db';
import { ZipFile } from 'yazl';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { exportPage, type Profile } from './exportPage.ts';

async function readProfile(ctx: Context, userId: number): Promise<{ profile: Profile; pictureKey: string | null }> {
  const [row] = await ctx.db.run(exportQueries.profile, [userId]);
  if (!row) throw new Refusal('not-found');
  const { picture_key: pictureKey, ...profile } = row;
  return { profile: { ...profile, picture: pictureKey && 'pictures/profile.webp' } as Profile, pictureKey };
}

async function* jsonOf(rows: AsyncIterable<ExportedRow>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield `${before}${JSON.stringify(row)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

const chunkLength = 64_000;

/** Joins small rows into larger chunks, because each chunk has a fixed cost in compression. */
async function* inPieces(parts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer> {
  let buffered = '';
  for await (const part of parts) {
    buffered += part;
    if (buffered.length < chunkLength) continue;
    yield Buffer.from(buffered);
    buffered = '';
  }
  yield Buffer.from(buffered);
}

/**
 * Writes all data of one user as a ZIP into `target`, and ends `target`. The ZIP contains lists as JSON, pictures, videos and
 * voice messages, and a page that shows the lists and the pictures offline. Memory use does not depend on the amount of data.
 * Returns the ZIP's size in bytes. Throws `not-found`.
 */
export async function writeExport(ctx: Context, userId: number, target: Writable): Promise<number> {
  const { profile, pictureKey } = await readProfile(ctx, userId);
  const zip = new ZipFile();
  let bytes = 0;
  zip.outputStream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  const written = pipeline(zip.outputStream, target);
  const failed = new Promise<never>((_done, fail) => {
    written.catch(fail);
    zip.on('error', fail);
  });
  failed.catch(() => {});
  try {
    await Promise.race([addAll(ctx, userId, zip, profile, pictureKey), failed]);
    zip.end();
    await written;
    return bytes;
  } catch (error) {
    target.destroy();
    throw error;
  }
}

async function addAll(
  ctx: Context,
  userId: number,
  zip: ZipFile,
  profile: Profile,
  pictureKey: string | null,
): Promise<void> {
  const mtime = ctx.clock.now();
  // Files are added one after the other, so that no output is buffered.
  const add = async (name: string, body: Readable, compress: boolean): Promise<void> => {
    const closed = once(body, 'close');
    zip.addReadStream(body, name, { compress, mtime });
    await closed;
  };
  const addText = (name: string, parts: AsyncIterable<string> | Iterable<string>) =>
    add(name, Readable.from(inPieces(parts)), true);
  const addStored = async (name: string, key: string) => {
    const found = await ctx.storage.stream(key);
    if (found) await add(name, found.body, false);
  };

  const about = {
    what: `Everything of ${profile.userName} on ${ctx.settings.publicUrl}, in UTF-8; times are ISO 8601 in UTC.`,
    server: ctx.settings.publicUrl,
    madeAt: mtime.toISOString(),
    format: 1,
    profile,
    lists: Object.keys(exportLists).map((name) => `${name}.json`),
  };
  await addText('kith.json', [`${JSON.stringify(about, null, 2)}\n`]);
  for (const [name, list] of Object.entries(exportLists))
    await addText(`${name}.json`, jsonOf(ctx.db.stream(list, [userId])));
  await addText('index.html', exportPage(ctx, userId, profile));
  if (pictureKey) await addStored('pictures/profile.webp', `media/${pictureKey}/512.webp`);
  for await (const { file, key, widths, media, container } of ctx.db.stream(exportQueries.files, [userId])) {
    if (widths.length > 0) await addStored(file, `media/${key}/${Math.max(...widths)}.webp`);
    if (container) await addStored(file.replace(/webp$/, container), `media/${key}/${media}.${container}`);
  }
}
