/** How wide pictures are shown, as the `sizes` of an image. */
export const feedSizes = '(min-width: 43.75rem) 600px, 100vw';
export const tileSizes = '(min-width: 62rem) 310px, 33vw';
