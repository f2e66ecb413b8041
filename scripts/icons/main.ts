import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from '../lib/bootstrap.mjs';

// This script generates the app's icons from favicon.svg. Run it again when the favicon changes, and commit the icons.

const folder = join(root, 'apps/web/public/icons');
const mark = readFileSync(join(root, 'apps/web/public/favicon.svg'), 'utf8');
const ground = mark.match(/<rect[^>]*fill="([^"]+)"/)?.[1];
if (!ground) throw new Error('The favicon has no background to take the colour from.');

/** Draws the logo on a full square of its background colour, small enough that no phone's mask cuts the logo off. */
const full = (size: number, share: number) => {
  const inner = Math.round(size * share);
  return sharp({ create: { width: size, height: size, channels: 4, background: ground } }).composite([
    { input: Buffer.from(mark.replace('<svg ', `<svg width="${inner}" height="${inner}" `)) },
  ]);
};
const bare = (size: number) => sharp(Buffer.from(mark.replace('<svg ', `<svg width="${size}" height="${size}" `)));

/** Draws only the shape of the logo, without background. Systems with themed icons choose its colour. */
const shape = (size: number, share: number) => {
  const inner = Math.round(size * share);
  const drawn = mark.replace(/<rect[^>]*>/, '').replace('<svg ', `<svg width="${inner}" height="${inner}" `);
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp({ create: { width: size, height: size, channels: 4, background: clear } }).composite([
    { input: Buffer.from(drawn) },
  ]);
};

mkdirSync(folder, { recursive: true });
const icons = {
  'icon-192': bare(192),
  'icon-512': bare(512),
  'maskable-512': full(512, 0.8),
  'monochrome-512': shape(512, 0.8),
  'badge-96': shape(96, 1),
  'touch-180': full(180, 0.9),
};
for (const [name, icon] of Object.entries(icons)) {
  await icon.png({ palette: true }).toFile(join(folder, `${name}.png`));
  console.log(`${name}.png`);
}

/** Builds a favicon.ico with one PNG for each size, for clients that request /favicon.ico without reading the page. */
async function faviconIco(sizes: readonly number[]): Promise<Buffer> {
  const pngs = await Promise.all(sizes.map((size) => bare(size).png({ palette: true }).toBuffer()));
  const head = Buffer.alloc(6 + 16 * sizes.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sizes.length, 4);
  let offset = head.length;
  for (const [index, png] of pngs.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(sizes[index] as number, at);
    head.writeUInt8(sizes[index] as number, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pngs]);
}
writeFileSync(join(folder, '../favicon.ico'), await faviconIco([16, 32, 48]));
console.log('favicon.ico');
