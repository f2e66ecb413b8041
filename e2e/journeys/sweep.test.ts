import { expect } from 'vitest';
import { journey } from '../fixtures/journey.ts';
import { addressedScreens, sweep } from '../fixtures/sweep.ts';

// Screens and popups that have an address. sweep.long.test.ts opens all in five sizes, with their menus and further steps, and
// loads the page for each.
for (const width of [390, 1280])
  journey(`every screen is complete, steady and accessible at ${width} px`, async ({ visit }) => {
    expect(await sweep(visit, { width, language: 'en', theme: 'light', screens: addressedScreens })).toEqual([]);
  });
