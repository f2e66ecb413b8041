import { expect } from 'vitest';
import { journey } from '../fixtures/journey.ts';
import { addressedScreens, sweep } from '../fixtures/sweep.ts';

// Screens and popups that have an address, on a phone. sweep.long.test.ts opens all in five
// sizes, with their menus and further steps, and loads the page for each.
journey('every screen is complete, steady and accessible at 390 px', async ({ visit }) => {
  expect(await sweep(visit, { width: 390, language: 'en', theme: 'light', screens: addressedScreens })).toEqual([]);
});
