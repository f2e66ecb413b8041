import { circle, fade, mix, path, rect, type Scene, times } from './svg.ts';

const glazes = [
  ['#f4efe3', '#1f5a8c', '#e2b64c'],
  ['#efe6d6', '#b4472e', '#2f5d50'],
  ['#e8eef0', '#27415e', '#7fb0c4'],
  ['#f7ead9', '#d96c4f', '#355070'],
] as const;

/** A wall of painted tiles. */
export const tiles: Scene = ({ width, height }, chance) => {
  const [ground, ink, accent] = chance.pick(glazes);
  const side = width / 8;
  const motif = chance.whole(0, 2);
  const tile = (x: number, y: number) => {
    const [cx, cy, half] = [x + side / 2, y + side / 2, side / 2];
    const shade = mix(ground, '#000000', chance.between(0, 0.06));
    const corners = [
      [x, y],
      [x + side, y],
      [x, y + side],
      [x + side, y + side],
    ] as const;
    const star = times(
      8,
      (n) =>
        `<g transform="rotate(${n * 45} ${cx} ${cy})">${path(`M${cx},${cy} q${half * 0.3},${-half * 0.4} 0,${-half * 0.85} q${-half * 0.3},${half * 0.45} 0,${half * 0.85}`, n % 2 ? accent : ink)}</g>`,
    );
    const rings =
      circle(cx, cy, half * 0.62, ink) + circle(cx, cy, half * 0.42, shade) + circle(cx, cy, half * 0.22, accent);
    const diamond =
      path(
        `M${cx},${y + side * 0.08} L${x + side * 0.92},${cy} L${cx},${y + side * 0.92} L${x + side * 0.08},${cy} Z`,
        ink,
      ) + circle(cx, cy, half * 0.34, accent);
    return (
      rect(x + 1.5, y + 1.5, side - 3, side - 3, shade) +
      [star, rings, diamond][motif] +
      corners.map(([px, py]) => circle(px, py, half * 0.3, accent)).join('')
    );
  };
  const rows = Math.ceil(height / side);
  return (
    rect(0, 0, width, height, mix(ground, '#000000', 0.25)) +
    times(rows * 8, (n) => `<svg x="0" y="0">${tile((n % 8) * side, Math.floor(n / 8) * side)}</svg>`)
  );
};

/** Roofs and lit windows in the evening. */
export const town: Scene = ({ width, height }, chance) => {
  const [top, low] = chance.pick([
    ['#16213e', '#e07a5f'],
    ['#1b1f3b', '#5b5f97'],
    ['#2d3a5c', '#f2a65a'],
  ] as const);
  const row = (depth: number) => {
    const colour = mix(mix(low, top, 0.45), '#0b0d1a', depth);
    let drawn = '';
    for (let x = -40; x < width; ) {
      const [wide, tall] = [
        width * chance.between(0.05, 0.11),
        height * chance.between(0.22, 0.46) * (1.25 - depth * 0.5),
      ];
      const y = height - tall;
      drawn +=
        rect(x, y, wide, tall, colour) +
        (chance.next() < 0.55
          ? path(
              `M${x - 6},${y} L${x + wide / 2},${y - wide * 0.42} L${x + wide + 6},${y} Z`,
              mix(colour, '#5c2a22', 0.35),
            )
          : '');
      const pane = wide / 7;
      drawn += times(Math.floor(tall / (pane * 2)) * 3, (n) => {
        const lit = chance.next() < 0.38;
        return rect(
          x + pane * (1 + (n % 3) * 2),
          y + pane * (1 + Math.floor(n / 3) * 2),
          pane,
          pane * 1.3,
          lit ? chance.pick(['#ffd98a', '#ffe9bd', '#f7b267']) : mix(colour, '#000000', 0.25),
          lit ? 'opacity="0.92"' : '',
        );
      });
      x += wide + chance.between(-4, 6);
    }
    return drawn;
  };
  const stars = times(90, () =>
    circle(width * chance.next(), height * 0.45 * chance.next(), chance.between(0.6, 1.9), '#ffffff', 'opacity="0.6"'),
  );
  return `<defs>${fade('evening', [top, mix(top, low, 0.45), low])}</defs>${rect(0, 0, width, height, 'url(#evening)')}${stars}${row(0.35)}${row(0.65)}${row(0.9)}`;
};
