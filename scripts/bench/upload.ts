import sharp from 'sharp';
import type { Member } from './fill.ts';
import { times } from './messages.ts';
import type { Figures } from './report.ts';

const widths = [320, 640, 1080, 2048];

/** Generates a JPEG with as much detail as a camera's picture. */
const photograph = (width = 4_000, height = 3_000): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
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
async function timeUpload(origin: string, viewer: Member, bytes: Buffer): Promise<number> {
  const headers = { authorization: `Bearer ${viewer.token}` };
  const made = await fetch(`${origin}/posts`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ userId: viewer.userId, caption: 'A picture' }),
  });
  const { data } = (await made.json()) as { data: { postId: number } };
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg');
  const began = performance.now();
  const answer = await fetch(`${origin}/posts/${data.postId}/image`, { method: 'POST', headers, body });
  if (answer.status !== 200) throw new Error(`the upload was answered with ${answer.status}`);
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
