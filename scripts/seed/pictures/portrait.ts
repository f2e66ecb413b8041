import { ball, circle, ellipse, fade, mix, path, rect, type Scene } from './svg.ts';

const grounds = [
  ['#f2b5a0', '#c75c5c'],
  ['#b7d3c6', '#3f7d6b'],
  ['#c9c3ea', '#6553a6'],
  ['#f5d79a', '#d08a2e'],
  ['#a9cfe6', '#376f9c'],
  ['#eec3d6', '#a84a7c'],
] as const;
const skins = ['#f6d3bd', '#e8b894', '#c98f66', '#9a6342', '#6e4430'] as const;
const hairs = ['#2a1c17', '#5a3a24', '#8f5a2e', '#d2a55a', '#b8b2ac', '#7a2f22'] as const;
const cloths = ['#2f4858', '#86505b', '#f0e5d2', '#4a6b4f', '#c96f4a', '#303350'] as const;

/** A drawn face on a plain ground. */
export const portrait: Scene = ({ width: w, height: h }, chance) => {
  const [ground, skin, hair, cloth] = [
    chance.pick(grounds),
    chance.pick(skins),
    chance.pick(hairs),
    chance.pick(cloths),
  ];
  const dark = mix(skin, '#5a1f14', 0.3);
  const long = chance.next() < 0.5;
  const eye = (x: number) =>
    ellipse(w * x, h * 0.455, w * 0.018, h * 0.023, '#231815') +
    path(
      `M${w * (x - 0.04)},${h * 0.41} q${w * 0.04},${-h * 0.022} ${w * 0.08},0`,
      'none',
      `stroke="${mix(hair, '#000000', 0.2)}" stroke-width="${w * 0.013}" stroke-linecap="round"`,
    );
  const back = long
    ? path(
        `M${w * 0.27},${h * 0.45} Q${w * 0.25},${h * 0.14} ${w * 0.5},${h * 0.15} Q${w * 0.75},${h * 0.14} ${w * 0.73},${h * 0.45} L${w * 0.77},${h * 0.8} L${w * 0.23},${h * 0.8} Z`,
        hair,
      )
    : '';
  const fringe = chance.pick([
    `M${w * 0.3},${h * 0.42} Q${w * 0.27},${h * 0.17} ${w * 0.5},${h * 0.17} Q${w * 0.73},${h * 0.17} ${w * 0.7},${h * 0.42} Q${w * 0.66},${h * 0.29} ${w * 0.44},${h * 0.29} Q${w * 0.33},${h * 0.31} ${w * 0.3},${h * 0.42} Z`,
    `M${w * 0.3},${h * 0.43} Q${w * 0.25},${h * 0.15} ${w * 0.52},${h * 0.16} Q${w * 0.76},${h * 0.17} ${w * 0.7},${h * 0.43} Q${w * 0.68},${h * 0.33} ${w * 0.58},${h * 0.27} Q${w * 0.42},${h * 0.36} ${w * 0.3},${h * 0.43} Z`,
  ]);
  const glasses =
    chance.next() < 0.3
      ? [0.42, 0.58]
          .map((x) => circle(w * x, h * 0.455, w * 0.06, 'none', `stroke="#2b2b33" stroke-width="${w * 0.009}"`))
          .join('') +
        path(`M${w * 0.48},${h * 0.45} h${w * 0.04}`, 'none', `stroke="#2b2b33" stroke-width="${w * 0.009}"`)
      : '';
  const beard =
    !long && chance.next() < 0.45
      ? path(
          `M${w * 0.31},${h * 0.48} Q${w * 0.34},${h * 0.72} ${w * 0.5},${h * 0.73} Q${w * 0.66},${h * 0.72} ${w * 0.69},${h * 0.48} Q${w * 0.64},${h * 0.58} ${w * 0.5},${h * 0.565} Q${w * 0.36},${h * 0.58} ${w * 0.31},${h * 0.48} Z`,
          hair,
          'opacity="0.92"',
        )
      : '';
  return [
    `<defs>${fade('ground', ground)}${ball('face', [mix(skin, '#ffffff', 0.18), skin, mix(skin, dark, 0.4)])}</defs>`,
    rect(0, 0, w, h, 'url(#ground)'),
    circle(w * 0.5, h * 0.46, w * 0.42, '#ffffff', 'opacity="0.12"'),
    back,
    path(
      `M${w * 0.12},${h * 1.05} Q${w * 0.16},${h * 0.78} ${w * 0.5},${h * 0.77} Q${w * 0.84},${h * 0.78} ${w * 0.88},${h * 1.05} Z`,
      cloth,
    ),
    path(
      `M${w * 0.42},${h * 0.6} L${w * 0.42},${h * 0.79} Q${w * 0.5},${h * 0.87} ${w * 0.58},${h * 0.79} L${w * 0.58},${h * 0.6} Z`,
      mix(skin, dark, 0.35),
    ),
    ellipse(w * 0.5, h * 0.46, w * 0.2, h * 0.25, 'url(#face)'),
    beard,
    eye(0.42),
    eye(0.58),
    path(
      `M${w * 0.5},${h * 0.46} q${w * 0.018},${h * 0.05} ${-w * 0.008},${h * 0.065}`,
      'none',
      `stroke="${dark}" stroke-width="${w * 0.009}" stroke-linecap="round"`,
    ),
    path(
      `M${w * 0.44},${h * 0.59} q${w * 0.06},${h * 0.045} ${w * 0.12},0`,
      'none',
      `stroke="#a4443c" stroke-width="${w * 0.014}" stroke-linecap="round"`,
    ),
    circle(w * 0.37, h * 0.53, w * 0.03, '#e0685c', 'opacity="0.22"'),
    circle(w * 0.63, h * 0.53, w * 0.03, '#e0685c', 'opacity="0.22"'),
    path(fringe, hair),
    glasses,
  ].join('');
};
