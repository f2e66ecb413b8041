import type { Chance } from '../random.ts';
import { ball, circle, ellipse, fade, mix, path, rect, type Scene, type Size, times } from './svg.ts';

const rooms = [
  { wall: ['#e9dccb', '#cdb89e'], table: ['#8c5a3c', '#5d3824'] },
  { wall: ['#cfd8d3', '#9fb0aa'], table: ['#b98d62', '#8a6240'] },
  { wall: ['#3d4a52', '#27323a'], table: ['#6e4b35', '#3d281c'] },
  { wall: ['#efe3dd', '#d9bfb3'], table: ['#f1ede6', '#cfc6b8'] },
] as const;

function room({ width, height }: Size, chance: Chance, edge: number): string {
  const { wall, table } = chance.pick(rooms);
  const slant = width * chance.between(0.1, 0.3);
  const light = (x: number) =>
    path(
      `M${x},0 L${x + slant * 0.7},0 L${x + slant * 2},${edge} L${x + slant * 1.1},${edge} Z`,
      '#fffdf2',
      'opacity="0.16"',
    );
  return `<defs>${fade('wall', wall)}${fade('table', table)}</defs>${rect(0, 0, width, edge, 'url(#wall)')}${light(width * 0.05)}${light(width * 0.3)}${rect(0, edge, width, height - edge, 'url(#table)')}`;
}

const shadow = (x: number, y: number, radius: number) =>
  ellipse(x + radius * 0.35, y, radius * 1.25, radius * 0.26, '#000000', 'opacity="0.22"');

const fruits = [
  ['#ffd9a0', '#f08a24', '#a84a0c'],
  ['#ffc9b8', '#d8352a', '#7d1218'],
  ['#f4f7b2', '#b7c83a', '#647a14'],
  ['#e3c4f0', '#7a3f8f', '#3c1a4c'],
  ['#fff4b8', '#f2c832', '#b07f0e'],
] as const;

/** Fruit on a table by a window. */
export const fruit: Scene = (size, chance) => {
  const { width, height } = size;
  const edge = height * 0.55;
  const pieces = times(9, (index) => {
    const radius = height * chance.between(0.07, 0.11);
    const [x, y] = [
      width * (0.16 + 0.085 * index) + chance.between(-20, 20),
      edge + height * (0.08 + 0.1 * (index % 3)) + chance.between(-8, 8),
    ];
    const stem = path(
      `M${x},${y - radius * 0.92} q6,${-radius * 0.25} ${radius * 0.2},${-radius * 0.34}`,
      'none',
      'stroke="#4d3522" stroke-width="7" stroke-linecap="round"',
    );
    return `<defs>${ball(`f${index}`, chance.pick(fruits))}</defs>${shadow(x, y + radius * 0.93, radius)}${circle(x, y, radius, `url(#f${index})`)}${stem}`;
  });
  return room(size, chance, edge) + pieces;
};

/** A cup of coffee from above, with its saucer and a biscuit. */
export const coffee: Scene = ({ width, height }, chance) => {
  const [table, cup] = chance.pick([
    ['#c9a27c', '#f7f3ec'],
    ['#4b5a5f', '#e8d8c3'],
    ['#d9d2c6', '#6d8a96'],
    ['#7b4a38', '#f3e9dc'],
  ] as const);
  const [x, y, radius] = [width * chance.between(0.42, 0.58), height * 0.5, height * 0.24];
  const boards = times(7, (index) =>
    rect(0, (height / 7) * index, width, height / 7 - 3, mix(table, '#000000', chance.between(0, 0.12))),
  );
  const biscuits = times(3, (index) => {
    const [bx, by] = [x + radius * (1.55 + index * 0.35), y + radius * (0.9 - index * 0.42)];
    return (
      ellipse(bx + 8, by + 12, radius * 0.3, radius * 0.27, '#000000', 'opacity="0.2"') +
      circle(bx, by, radius * 0.28, '#c98b4a') +
      times(9, () =>
        circle(
          bx + radius * chance.between(-0.18, 0.18),
          by + radius * chance.between(-0.18, 0.18),
          radius * 0.03,
          '#5a3418',
        ),
      )
    );
  });
  const foam = times(4, (index) =>
    ellipse(
      x,
      y + radius * (0.26 - index * 0.15),
      radius * (0.34 - index * 0.07),
      radius * 0.085,
      '#f5e3c6',
      'opacity="0.9"',
    ),
  );
  return `<defs>${ball('coffee', ['#a9713f', '#6b3d1c', '#3d200d'], 0.5, 0.5)}${ball('saucer', [mix(cup, '#ffffff', 0.4), cup, mix(cup, '#000000', 0.18)])}</defs>${rect(0, 0, width, height, mix(table, '#000000', 0.3))}${boards}${circle(x + 26, y + 34, radius * 1.5, '#000000', 'opacity="0.25"')}${circle(x, y, radius * 1.48, 'url(#saucer)')}${circle(x, y, radius * 1.1, mix(cup, '#000000', 0.1))}${path(`M${x - radius * 0.8},${y - radius * 0.5} q${-radius * 0.75},${-radius * 0.3} ${-radius * 0.5},${radius * 0.4} q0,${radius * 0.3} ${radius * 0.5},${radius * 0.2}`, 'none', `stroke="${cup}" stroke-width="${radius * 0.15}"`)}${circle(x, y, radius, cup)}${circle(x, y, radius * 0.88, 'url(#coffee)')}${foam}${path(`M${x},${y + radius * 0.44} L${x},${y - radius * 0.34}`, 'none', 'stroke="#8a5428" stroke-width="5" opacity="0.7"')}${biscuits}`;
};

/** Flowers in a vase. */
export const flowers: Scene = (size, chance) => {
  const { width, height } = size;
  const edge = height * 0.78;
  const [x, neck] = [width * 0.5, height * 0.56];
  const petals = chance.pick([
    ['#f7b7c5', '#d8587a'],
    ['#ffe08a', '#e39a1f'],
    ['#d9c7f2', '#8460b8'],
    ['#ffffff', '#e6dccb'],
    ['#f9a58a', '#cc4a34'],
  ] as const);
  const blooms = Array.from({ length: 13 }, () => ({
    x: x + width * chance.between(-0.26, 0.26),
    y: height * chance.between(0.1, 0.44),
    size: height * chance.between(0.04, 0.075),
  }));
  const stems = blooms
    .map((bloom) =>
      path(
        `M${x},${neck} Q${(x + bloom.x) / 2},${bloom.y + height * 0.16} ${bloom.x},${bloom.y}`,
        'none',
        'stroke="#4d6b3c" stroke-width="7"',
      ),
    )
    .join('');
  const heads = blooms
    .map(
      (bloom) =>
        times(9, (petal) => {
          const turn = (petal / 9) * 360;
          return `<g transform="rotate(${turn} ${bloom.x} ${bloom.y})">${ellipse(bloom.x, bloom.y - bloom.size * 0.62, bloom.size * 0.3, bloom.size * 0.6, mix(petals[0], petals[1], (petal % 3) / 3))}</g>`;
        }) + circle(bloom.x, bloom.y, bloom.size * 0.3, mix(petals[1], '#3b2a10', 0.5)),
    )
    .join('');
  const [tall, wide] = [edge - neck + height * 0.08, width * 0.075];
  const vase = path(
    `M${x - wide * 0.5},${neck} q${-wide},${tall * 0.5} ${-wide * 0.25},${tall} h${wide * 1.5} q${wide * 0.75},${-tall * 0.5} ${-wide * 0.25},${-tall} Z`,
    'url(#vase)',
  );
  return `${room(size, chance, edge)}<defs>${fade('vase', ['#f0ece4', '#a9b8b4', '#6c7f80'], true)}</defs>${shadow(x, edge + height * 0.08, width * 0.08)}${stems}${heads}${vase}`;
};
