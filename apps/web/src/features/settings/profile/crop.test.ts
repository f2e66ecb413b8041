import { describe, expect, it } from 'vitest';
import { centred, fitted, moved, sideOf, zoomed } from './crop.ts';

const wide = { width: 4000, height: 1000 };

describe('the square cut out of a picture', () => {
  it('is in the middle and as large as the picture allows', () => {
    expect(centred(wide)).toEqual({ x: 2000, y: 500, zoom: 1 });
    expect(sideOf(wide, centred(wide))).toBe(1000);
  });

  it('follows the finger, by parts of its own edge', () => {
    expect(moved(wide, centred(wide), 0.5, 0)).toEqual({ x: 1500, y: 500, zoom: 1 });
    expect(moved(wide, zoomed(wide, centred(wide), 2), 0, 0.5)).toEqual({ x: 2000, y: 250, zoom: 2 });
  });

  it('never leaves the picture', () => {
    expect(moved(wide, centred(wide), 9, 9)).toEqual({ x: 500, y: 500, zoom: 1 });
    expect(moved(wide, centred(wide), -9, 0)).toEqual({ x: 3500, y: 500, zoom: 1 });
    const corner = moved(wide, zoomed(wide, centred(wide), 4), 9, 9);
    expect(corner).toEqual({ x: 125, y: 125, zoom: 4 });
    expect(zoomed(wide, corner, 1)).toEqual({ x: 500, y: 500, zoom: 1 });
  });

  it('is enlarged four times at most', () => {
    expect(fitted(wide, { x: 0, y: 0, zoom: 99 }).zoom).toBe(4);
    expect(fitted(wide, { x: 0, y: 0, zoom: 0 }).zoom).toBe(1);
  });
});
