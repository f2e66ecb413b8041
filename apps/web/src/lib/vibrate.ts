/**
 * Vibrates briefly, if the device can. Before the first tap on the page it does nothing, because browsers would log a warning.
 */
export function vibrate(): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(10);
}
