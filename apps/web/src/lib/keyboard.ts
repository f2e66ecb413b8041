/**
 * Returns the height, in pixels, of the on-screen keyboard if the browser draws it over the page, as on an iPhone. Other browsers
 * make the page shorter instead. A lower height is not a keyboard but a bar of the browser.
 */
export function keyboardHeight(): number {
  const height = innerHeight - (visualViewport?.height ?? innerHeight);
  return height > 120 && visualViewport?.scale === 1 ? height : 0;
}
