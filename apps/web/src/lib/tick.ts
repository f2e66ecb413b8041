/** A short vibration, where the device supports it. Browsers warn about one before the first tap. */
export function tick(): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(10);
}
