/** A small haptic answer, where the device has one. Browsers complain of one before the first tap. */
export function tick(): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(10);
}
