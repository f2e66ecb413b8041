import type { Chance } from '../random.ts';
import { circle, ellipse, fade, glow, mix, path, rect, ridge, type Scene, type Size, times } from './svg.ts';

interface Light {
  sky: readonly string[];
  sun: string;
  far: string;
  near: string;
}

const lights = {
  dawn: { sky: ['#5f7fa8', '#b9a5b8', '#f3c3a3', '#fbe3c0'], sun: '#fff3d6', far: '#b3a0b4', near: '#2c3a45' },
  noon: { sky: ['#4f94cd', '#8fc1e3', '#d9ecf2'], sun: '#fffbe8', far: '#9cc0c9', near: '#2f5d3f' },
  dusk: { sky: ['#2e2a55', '#7a3f74', '#d8686a', '#f6b26b'], sun: '#ffe0a3', far: '#8d5675', near: '#1d1830' },
  night: { sky: ['#0a1026', '#152347', '#31466f'], sun: '#f4f1de', far: '#2c3d63', near: '#080c18' },
  autumn: { sky: ['#8fb0c4', '#d4d8cf', '#f4e3c1'], sun: '#fff6dd', far: '#c9a878', near: '#6b3f22' },
  winter: { sky: ['#a9bdd0', '#d8e0e8', '#f2f0ee'], sun: '#ffffff', far: '#c4d0db', near: '#5b7183' },
} satisfies Record<string, Light>;

export type LightName = keyof typeof lights;

function sky({ width, height }: Size, chance: Chance, { sky: colours, sun }: Light, horizon: number): string {
  const [x, y] = [width * chance.between(0.25, 0.75), horizon * chance.between(0.35, 0.75)];
  return [
    `<defs>${fade('sky', colours)}${glow('glow', sun)}</defs>`,
    rect(0, 0, width, height, 'url(#sky)'),
    circle(x, y, height * 0.42, 'url(#glow)', 'opacity="0.55"'),
    circle(x, y, height * 0.055, sun),
    times(5, () =>
      cloud(width * chance.next(), horizon * chance.between(0.1, 0.6), width * chance.between(0.08, 0.2), sun),
    ),
  ].join('');
}

const cloud = (x: number, y: number, size: number, colour: string) =>
  `<g opacity="0.16">${ellipse(x, y, size, size * 0.09, colour)}${ellipse(x + size * 0.4, y + size * 0.08, size * 0.7, size * 0.06, colour)}</g>`;

const stars = ({ width, height }: Size, chance: Chance) =>
  times(180, () =>
    circle(
      width * chance.next(),
      height * 0.6 * chance.next(),
      chance.between(0.6, 2.4),
      '#ffffff',
      `opacity="${chance.between(0.2, 0.9)}"`,
    ),
  );

const pine = (x: number, y: number, size: number, colour: string) =>
  times(4, (tier) => {
    const [top, spread] = [y - size + tier * size * 0.2, size * (0.1 + tier * 0.055)];
    return path(`M${x},${top} L${x - spread},${top + size * 0.34} L${x + spread},${top + size * 0.34} Z`, colour);
  }) + rect(x - size * 0.025, y - size * 0.12, size * 0.05, size * 0.16, colour);

/** Hills one behind the other, with pines before them. */
export const hills =
  (name: LightName): Scene =>
  (size, chance) => {
    const light: Light = lights[name];
    const { width, height } = size;
    const layers = 6;
    const ground = times(layers, (layer) => {
      const part = layer / (layers - 1);
      return ridge(
        size,
        chance,
        height * (0.5 + part * 0.36),
        height * (0.07 - part * 0.025),
        mix(light.far, light.near, part ** 0.9),
      );
    });
    const trees = times(16, () => {
      const tall = height * chance.between(0.09, 0.24);
      return pine(width * chance.next(), height * chance.between(0.97, 1.03), tall, mix(light.near, '#000000', 0.25));
    });
    return sky(size, chance, light, height * 0.5) + (name === 'night' ? stars(size, chance) : '') + ground + trees;
  };

/** Still water under hills, which lie in it upside down. */
export const lake =
  (name: LightName): Scene =>
  (size, chance) => {
    const light: Light = lights[name];
    const { width, height } = size;
    const shore = height * 0.58;
    const above =
      sky(size, chance, light, shore) +
      times(3, (layer) =>
        ridge(
          { width, height: shore },
          chance,
          shore - height * (0.16 - layer * 0.055),
          height * 0.04,
          mix(light.far, light.near, 0.15 + layer * 0.3),
        ),
      );
    const mirrored = `<g transform="translate(0 ${shore * 2}) scale(1 -1)" opacity="0.62">${above.replaceAll('id="', 'id="m').replaceAll('url(#', 'url(#m')}</g>`;
    const ripples = times(46, () => {
      const y = shore + (height - shore) * chance.next() ** 0.8;
      const wide = width * chance.between(0.03, 0.2) * (0.4 + (y - shore) / (height - shore));
      return rect(width * chance.next() - wide / 2, y, wide, 2.4, light.sun, 'opacity="0.2" rx="1"');
    });
    return (
      above +
      `<g>${rect(0, shore, width, height - shore, mix(light.near, light.far, 0.4))}<clipPath id="w">${rect(0, shore, width, height - shore, '#000')}</clipPath><g clip-path="url(#w)">${mirrored}</g></g>` +
      ripples
    );
  };

/** Waves towards the horizon, and a boat. */
export const sea =
  (name: LightName): Scene =>
  (size, chance) => {
    const light: Light = lights[name];
    const { width, height } = size;
    const horizon = height * 0.46;
    const [deep, shallow] = [mix(light.near, '#0b4f6c', 0.6), mix(light.far, '#5fb0b7', 0.5)];
    const waves = times(9, (layer) => {
      const part = layer / 8;
      const body = mix(shallow, deep, part);
      const y = horizon + (height - horizon) * part ** 1.4;
      return ridge(size, chance, y, height * 0.004 * (1 + layer), layer % 3 === 2 ? mix(body, light.sun, 0.14) : body);
    });
    const [x, tall] = [width * chance.between(0.3, 0.7), height * 0.15];
    const boat =
      path(`M${x},${horizon - tall} L${x},${horizon} L${x + tall * 0.5},${horizon} Z`, '#fbf7ee') +
      path(`M${x - 4},${horizon - tall * 0.85} L${x - 4},${horizon} L${x - tall * 0.34},${horizon} Z`, '#eadfcb') +
      path(
        `M${x - tall * 0.4},${horizon + 4} L${x + tall * 0.55},${horizon + 4} L${x + tall * 0.38},${horizon + tall * 0.14} L${x - tall * 0.28},${horizon + tall * 0.14} Z`,
        '#8a3b2e',
      );
    return sky(size, chance, light, horizon) + rect(0, horizon, width, height, shallow) + boat + waves;
  };

/** Trunks that fade into the fog. */
export const forest =
  (name: LightName): Scene =>
  (size, chance) => {
    const light: Light = lights[name];
    const { width, height } = size;
    const fog = mix(light.far, light.sky.at(-1) ?? light.far, 0.6);
    const rows = times(5, (row) => {
      const colour = mix(fog, light.near, row / 4);
      const trunks = times(13 - row * 2, () => {
        const [x, wide] = [width * chance.next(), width * (0.006 + row * 0.006) * chance.between(0.7, 1.4)];
        const lean = chance.between(-14, 14);
        const branches = times(4, () => {
          const y = height * chance.between(0.05, 0.6);
          const reach = wide * chance.between(3, 7) * chance.pick([-1, 1]);
          return path(
            `M${x},${y} Q${x + reach * 0.5},${y - 10} ${x + reach},${y - Math.abs(reach) * 0.6}`,
            'none',
            `stroke="${colour}" stroke-width="${wide * 0.22}"`,
          );
        });
        return (
          path(
            `M${x - wide * 0.4 + lean},-10 L${x + wide * 0.4 + lean},-10 L${x + wide * 0.7},${height} L${x - wide * 0.7},${height} Z`,
            colour,
          ) + branches
        );
      });
      return (
        trunks +
        ridge(size, chance, height * (0.72 + row * 0.055), height * 0.014, colour) +
        rect(0, 0, width, height, fog, 'opacity="0.14"')
      );
    });
    return (
      `<defs>${fade('fog', [mix(fog, light.sun, 0.5), fog])}${glow('sunny', light.sun)}</defs>` +
      rect(0, 0, width, height, 'url(#fog)') +
      circle(width * 0.6, height * 0.3, height * 0.5, 'url(#sunny)') +
      rows
    );
  };
