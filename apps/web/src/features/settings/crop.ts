export interface Size {
  width: number;
  height: number;
}

/** What of a picture lies in the square: its centre in pixels of the picture, and how much it is enlarged. */
export interface View {
  x: number;
  y: number;
  zoom: number;
}

export const maxZoom = 4;

/** How many pixels of the picture the square holds each way. */
export const sideOf = ({ width, height }: Size, { zoom }: View): number => Math.min(width, height) / zoom;

const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);

/** The nearest view that the picture fills. */
export function fitted(size: Size, view: View): View {
  const zoom = between(1, view.zoom, maxZoom);
  const half = sideOf(size, { ...view, zoom }) / 2;
  return { x: between(half, view.x, size.width - half), y: between(half, view.y, size.height - half), zoom };
}

export const centred = ({ width, height }: Size): View => ({ x: width / 2, y: height / 2, zoom: 1 });

/** Moves the picture under the square; `dx` and `dy` are parts of the square's edge. */
export function moved(size: Size, view: View, dx: number, dy: number): View {
  const side = sideOf(size, view);
  return fitted(size, { ...view, x: view.x - dx * side, y: view.y - dy * side });
}

export const zoomed = (size: Size, view: View, zoom: number): View => fitted(size, { ...view, zoom });
