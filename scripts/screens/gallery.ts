import { fileOf, type Shot } from './shots.ts';

const style = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; padding: 24px; max-width: 1800px; }
  div { display: flex; gap: 16px; overflow-x: auto; padding-bottom: 12px; }
  figure { margin: 0; flex: none; }
  img { display: block; height: 460px; border: 1px solid GrayText; border-radius: 8px; }`;

/** Returns an HTML page that shows all pictures, with a row for each screen, language and theme. */
export function gallery(shots: readonly Shot[]): string {
  const rows = Map.groupBy(shots, ({ screen, language, theme }) => `${screen}, ${language}, ${theme}`);
  const sections = [...rows].map(([name, of]) => `<h2>${name}</h2><div>${of.map(figure).join('')}</div>`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens of Kith</title><style>${style}</style>${sections.join('')}</html>\n`;
}

const figure = (shot: Shot) =>
  `<figure><a href="${fileOf(shot)}"><img loading="lazy" src="${fileOf(shot)}" alt=""></a><figcaption>${shot.width} px</figcaption></figure>`;
