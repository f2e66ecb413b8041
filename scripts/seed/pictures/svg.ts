import type { Chance } from '../random.ts';

export interface Size {
  width: number;
  height: number;
}

/** Draws a scene: the inside of an SVG of the given size. */
export type Scene = (size: Size, chance: Chance) => string;

export const times = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}" ${more}/>`;

export const circle = (x: number, y: number, radius: number, fill: string, more = ''): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" ${more}/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}" ${more}/>`;

export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`;

/** A gradient from top to bottom, to be used as `url(#id)`. */
export const fade = (id: string, colours: readonly string[], across = false): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="${across ? 1 : 0}" y2="${across ? 0 : 1}">${stops(colours)}</linearGradient>`;

/** A gradient from a light spot outwards, to be used as `url(#id)`. */
export const ball = (id: string, colours: readonly string[], x = 0.36, y = 0.3): string =>
  `<radialGradient id="${id}" cx="${x}" cy="${y}" r="0.75">${stops(colours)}</radialGradient>`;

/** A light that fades into nothing. */
export const glow = (id: string, colour: string): string =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="0.9"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`;

const stops = (colours: readonly string[]) =>
  colours.map((colour, index) => `<stop offset="${index / (colours.length - 1)}" stop-color="${colour}"/>`).join('');

/** The ground below a rolling line around `y`. */
export function ridge({ width, height }: Size, chance: Chance, y: number, swing: number, fill: string): string {
  const waves = [1, 2.3, 5.1, 11].map((rate) => ({ rate, swing: swing / rate ** 0.8, shift: chance.between(0, 7) }));
  const steps = 80;
  const points = Array.from({ length: steps + 1 }, (_, index) => {
    const x = index / steps;
    const lift = waves.reduce((sum, wave) => sum + Math.sin(x * wave.rate * 4 + wave.shift) * wave.swing, 0);
    return `${round(x * width)},${round(y + lift)}`;
  });
  return path(`M0,${height} L${points.join(' L')} L${width},${height} Z`, fill);
}

/** The colour that lies between two, `part` of the way from the first. */
export function mix(from: string, to: string, part: number): string {
  const channel = (colour: string, index: number) => Number.parseInt(colour.slice(1 + index * 2, 3 + index * 2), 16);
  const mixed = [0, 1, 2].map((index) =>
    Math.round(channel(from, index) * (1 - part) + channel(to, index) * part)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
}

const round = (value: number) => Math.round(value * 10) / 10;
