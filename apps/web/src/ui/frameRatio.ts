/** The frame of a picture: its own ratio, held between 4:5 and 16:9. */
export const frameRatio = (width: number | null, height: number | null): number =>
  Math.min(16 / 9, Math.max(4 / 5, (width ?? 1) / (height ?? 1)));
