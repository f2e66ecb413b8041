import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startApp } from '../../e2e/fixtures/app.ts';
import { launchBrowser } from '../../e2e/fixtures/browser.ts';
import { root } from '../lib/bootstrap.mjs';
import { runScript } from '../lib/runScript.ts';
import { gallery } from './gallery.ts';
import { type Language, languages, type Shot, screens, themes, widths } from './screens.ts';
import { shoot } from './shoot.ts';

// `--only home,login --width 390 --theme dark --language pl` take a part.
const { values: asked } = parseArgs({
  options: {
    only: { type: 'string' },
    width: { type: 'string' },
    theme: { type: 'string' },
    language: { type: 'string' },
  },
});
const wants = (option: keyof typeof asked, value: string | number) =>
  asked[option]?.split(',').includes(String(value)) ?? true;

const folder = join(root, 'screens');
const dataDir = join(root, '.cache/screens/data');
mkdirSync(dataDir, { recursive: true, mode: 0o711 });
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);

const app = await startApp({ dataDir });
const seeded = await runScript('scripts/seed/main.ts', [], { env: { ...process.env, DATA_DIR: dataDir } });
const browser = await launchBrowser();
const chosen = screens.filter(({ name }) => wants('only', name));
const shots: Shot[] = [];
try {
  if (seeded !== 0) throw new Error('The demo community could not be made.');
  for (const width of widths.filter((each) => wants('width', each))) {
    for (const theme of themes.filter((each) => wants('theme', each))) {
      for (const language of (Object.keys(languages) as Language[]).filter((each) => wants('language', each))) {
        shots.push(...(await shoot(browser, app.origin, folder, chosen, { width, theme, language })));
        console.log(`${width} px, ${theme}, ${language}: ${shots.length} pictures so far`);
      }
    }
  }
  writeFileSync(join(folder, 'index.html'), gallery(shots));
  console.log('They are in screens/index.html');
} finally {
  await browser.close();
  await app.stop({ keep: true });
}
