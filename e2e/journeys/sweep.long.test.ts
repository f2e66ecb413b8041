// Long: opens every screen in further sizes, themes and languages, also while lists are loading or have failed.
import { expect } from 'vitest';
import { screens } from '../../scripts/screens/screens.ts';
import { journey } from '../fixtures/journey.ts';
import { sweep } from '../fixtures/sweep.ts';

for (const [width, language, theme] of [
  [320, 'pl', 'light'],
  [390, 'es', 'dark'],
  [820, 'en', 'dark'],
  [1280, 'pl', 'dark'],
  [1920, 'es', 'light'],
] as const)
  journey(`every screen at ${width} px, ${theme}, in ${language}`, { timeout: 1_800_000 }, async ({ visit }) => {
    const loads = width < 700;
    expect(await sweep(visit, { width, language, theme, screens, loads })).toEqual([]);
  });
