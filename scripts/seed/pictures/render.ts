import sharp from 'sharp';
import { chance } from '../random.ts';
import { coffee, flowers, fruit } from './indoors.ts';
import { forest, hills, type LightName, lake, sea } from './outdoors.ts';
import { portrait } from './portrait.ts';
import type { Scene, Size } from './svg.ts';
import { tiles, town } from './town.ts';

type Outdoors = 'hills' | 'lake' | 'sea' | 'forest';

/** What can be drawn: a motif, outdoors with its light. */
export type Motif = `${Outdoors} ${LightName}` | 'fruit' | 'coffee' | 'flowers' | 'tiles' | 'town' | 'portrait';

export type Shape = 'wide' | 'tall' | 'square';

const shapes: Record<Shape, Size> = {
  wide: { width: 1600, height: 1100 },
  tall: { width: 1200, height: 1500 },
  square: { width: 1080, height: 1080 },
};
const indoors: Record<string, Scene> = { fruit, coffee, flowers, tiles, town, portrait };
const outdoors: Record<Outdoors, (light: LightName) => Scene> = { hills, lake, sea, forest };

function sceneOf(motif: Motif): Scene {
  const [name, light] = motif.split(' ') as [Outdoors, LightName?];
  return light ? outdoors[name](light) : (indoors[name] as Scene);
}

/** Draws a motif as a grainy JPEG. The same seed gives the same picture. */
export async function render(motif: Motif, shape: Shape, seed: number): Promise<Buffer> {
  const size = shapes[shape];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${sceneOf(motif)(size, chance(seed))}</svg>`;
  const grain = await sharp({
    create: { ...size, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 9 } },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return sharp(Buffer.from(svg))
    .composite([{ input: grain, blend: 'soft-light' }])
    .flatten()
    .jpeg({ quality: 86 })
    .toBuffer();
}
