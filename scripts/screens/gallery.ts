import { fileOf, type Shot } from './shots.ts';

const style = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; padding: 24px; max-width: 1800px; }
  nav { position: sticky; top: 0; padding: 12px 0; background: Canvas; display: flex; flex-wrap: wrap; gap: 6px 14px; }
  .row { display: flex; gap: 16px; overflow-x: auto; padding-bottom: 12px; align-items: flex-start; }
  figure { margin: 0; flex: none; }
  figcaption { color: GrayText; }
  img { display: block; height: 460px; border: 1px solid GrayText; border-radius: 8px; }`;

const name = (screen: string) => screen.replaceAll(' ', '-');

/** Returns an HTML page that shows all pictures, grouped by screen. */
export function gallery(shots: readonly Shot[]): string {
  const screens = [...Map.groupBy(shots, ({ screen }) => screen)];
  const links = screens.map(([screen]) => `<a href="#${name(screen)}">${screen}</a>`).join('');
  const sections = screens.map(([screen, of]) => `<h2 id="${name(screen)}">${screen}</h2>${rows(of)}`).join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens of Kith</title><style>${style}</style><nav>${links}</nav>${sections}</html>\n`;
}

const rows = (shots: readonly Shot[]) =>
  [...Map.groupBy(shots, ({ language, theme }) => `${language}, ${theme}`)]
    .map(([kind, of]) => `<div class="row">${of.map((shot) => figure(shot, kind)).join('')}</div>`)
    .join('');

const figure = (shot: Shot, kind: string) =>
  `<figure><a href="${fileOf(shot)}"><img loading="lazy" src="${fileOf(shot)}" alt=""></a><figcaption>${kind}, ${shot.width} px</figcaption></figure>`;
