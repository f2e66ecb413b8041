import { expect } from 'vitest';
import { journey } from '../fixtures/journey.ts';
import { addressedScreens, loadedScreens, sweep } from '../fixtures/sweep.ts';

// Menus and the further steps of a screen are opened on a phone, where they have the least room; sweep.long.test.ts opens all.
for (const [width, screens] of [
  [390, loadedScreens],
  [1280, addressedScreens],
] as const)
  journey(`every screen is complete, steady and accessible at ${width} px`, async ({ visit }) => {
    expect(await sweep(visit, { width, language: 'en', theme: 'light', screens })).toEqual([]);
  });
