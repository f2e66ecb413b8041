let pressed = false;
addEventListener('pointerdown', () => (pressed = true), true);
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (pressed = false), true);

/**
 * Runs `change` now or, while a mouse button is down, after the click. A field that loses the focus because a button is pressed must
 * not move that button: the browser would find the pointer elsewhere when it is released, and the click would be lost.
 */
export function afterPress(change: () => void): void {
  if (pressed) addEventListener('pointerup', () => setTimeout(change), { once: true, capture: true });
  else change();
}
