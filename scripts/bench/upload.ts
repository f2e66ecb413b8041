import sharp from 'sharp';
import { callRest, rest } from '../../e2e/fixtures/rest.ts';
import type { Member } from './fill.ts';
import { times } from './messages.ts';
import type { Figures } from './report.ts';

const widths = [320, 640, 1080, 2048];

/** Generates a JPEG with as much detail as a camera's picture. */
const photograph = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 4_000,
      height: 3_000,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .blur(2)
    .jpeg({ quality: 88 })
    .toBuffer();

async function sharpAlone(bytes: Buffer): Promise<number> {
  const began = performance.now();
  for (const width of widths) await sharp(bytes).rotate().resize({ width, withoutEnlargement: true }).webp().toBuffer();
  return performance.now() - began;
}

/** Uploads a picture to a new post, and returns the milliseconds until the picture's resized variants are served. */
async function timeUpload(origin: string, { userId, token }: Member, bytes: Buffer): Promise<number> {
  const json = { userId, caption: 'A picture' };
  const { postId } = await callRest<{ postId: number }>(origin, 'POST /posts', { token, json });
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg');
  const began = performance.now();
  const { status } = await rest(origin, `POST /posts/${postId}/image`, { token, form });
  if (status !== 200) throw new Error(`the upload was answered with ${status}`);
  return performance.now() - began;
}

/** Measures uploads until all resized variants are served, and the time that sharp alone takes for the same variants; in ms. */
export async function uploadFigures(origin: string, viewer: Member): Promise<Figures> {
  const bytes = await photograph();
  const uploadMs: number[] = [];
  const sharpMs: number[] = [];
  for (let i = 0; i < 5; i++) {
    sharpMs.push(await sharpAlone(bytes));
    uploadMs.push(await timeUpload(origin, viewer, bytes));
  }
  const [upload, alone] = [times(uploadMs, 0).p50, times(sharpMs, 0).p50];
  return {
    name: 'upload to ready',
    text: `A 12-megapixel JPEG, upload to all variants served: median ${upload} ms of ${uploadMs.length}; sharp alone for the same variants: ${alone} ms.`,
    figures: { uploadMs, sharpMs },
  };
}
