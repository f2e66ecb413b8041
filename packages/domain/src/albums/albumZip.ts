import { once } from 'node:events';
import type { PassThrough, Readable } from 'node:stream';
import { type PostPictureRow, postQueries } from '@kith/db';
import { ZipFile } from 'yazl';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { pictureRights } from './pictureRights.ts';

const rowsPerPage = 20;

/**
 * The pictures of an album that the caller sees, in order. Each page is a query of its own, so that a caller who loses the right
 * gets no further page.
 */
async function* picturesOf(ctx: Context, { userId }: Actor, postId: number): AsyncGenerator<PostPictureRow> {
  for (let after = -1; ; ) {
    const rows = await ctx.db.run(postQueries.pictures, [userId, postId, after, rowsPerPage]);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < rowsPerPage) return;
    after = last.position;
  }
}

/** The stored file of a picture in its largest size, or of a video; null if it is not processed. */
function fileOf({ key, widths, media, container }: PostPictureRow): { path: string; extension: string } | null {
  if (container) return { path: `media/${key}/${media}.${container}`, extension: container };
  return widths.length > 0 ? { path: `media/${key}/${Math.max(...widths)}.webp`, extension: 'webp' } : null;
}

/**
 * Streams the pictures and videos of an album as a ZIP, named by their number and who added them. Files are read one after the other,
 * as fast as the reader takes them. Throws `not-found` for a post that is no album, or that the caller does not see.
 */
export async function albumZip(ctx: Context, actor: Actor, { postId }: { postId: number }): Promise<Readable> {
  if (!(await pictureRights(ctx.db, actor.userId, postId))?.album) throw new Refusal('not-found');
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  let reading: Readable | undefined;
  // Whoever stops the download also ends the reading of the file.
  output.once('close', () => reading?.destroy());
  zip.on('error', (error: Error) => output.destroy(error));

  const addAll = async () => {
    const mtime = ctx.clock.now();
    let number = 0;
    for await (const row of picturesOf(ctx, actor, postId)) {
      if (output.destroyed) return;
      const file = fileOf(row);
      const found = file && (await ctx.storage.stream(file.path));
      if (!file || !found) continue;
      // The reader may have stopped meanwhile.
      if (output.destroyed) return void found.body.destroy();
      number += 1;
      reading = found.body;
      const closed = once(reading, 'close');
      const name = `${String(number).padStart(3, '0')}-${row.user_name}.${file.extension}`;
      zip.addReadStream(reading, name, { compress: false, mtime });
      await closed;
    }
    zip.end();
  };
  addAll().catch((error: Error) => output.destroy(error));
  return output;
}
