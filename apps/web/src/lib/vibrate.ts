/** Vibrates briefly, if the device can. Not before the first tap on the page, because browsers warn about that. */
export function vibrate(): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(10);
}
