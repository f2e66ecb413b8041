import { cdp } from 'vitest/browser';

interface DevTools {
  send: (method: string, parameters: object) => Promise<unknown>;
}

/** The browser's DevTools protocol, for input that Playwright's mouse and keyboard cannot give. */
export const devTools = (): DevTools => cdp() as unknown as DevTools;

/** Taps an element with a finger: pointer events of a touch, then the mouse events and the click that browsers add. */
export async function tap(element: Element): Promise<void> {
  const { left, top, width, height } = element.getBoundingClientRect();
  // The frame of the tests fills the page, so its coordinates are those of the page.
  const touchPoints = [{ x: left + width / 2, y: top + height / 2 }];
  await devTools().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await devTools().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Reports a key as Safari does when the key has ended a composition of an input method: after it, with the key code 229. */
export const endComposition = (element: Element, key: 'Enter' | 'Escape'): boolean =>
  element.dispatchEvent(new KeyboardEvent('keydown', { key, keyCode: 229, bubbles: true, cancelable: true }));
