/**
 * A browser window, with the operations that the tests need. Expressions are JavaScript evaluated in the page; promises are
 * awaited.
 */
export interface Tab {
  open(address: string): Promise<void>;
  /** Evaluates an expression whose result must be JSON. Throws while the page is navigating. */
  evaluate<T>(expression: string): Promise<T>;
  /** Clicks in the middle of the element that the expression returns, as a mouse does. */
  click(element: string): Promise<void>;
  /** Types the text into the element that the expression returns, key by key. */
  type(element: string, text: string): Promise<void>;
  press(key: keyof typeof keys): Promise<void>;
  /** Chooses the file at `path` in the file input that the expression returns. */
  choose(element: string, path: string): Promise<void>;
  /** Takes a screenshot of the viewport, as a PNG. */
  picture(): Promise<Buffer>;
  /** Resizes the viewport to this size in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Returns uncaught errors, console errors and CSP violations since the last `open`. */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
}

/** A browser profile with its own cookies and storage. `tab` is the first window of the profile. */
export interface Person {
  tab: Tab;
  /** Returns the window that `action` opens. */
  opened(action: () => Promise<void>): Promise<Tab>;
}

export interface Engine {
  /** Creates a profile with one empty window. */
  person(): Promise<Person>;
  close(): Promise<void>;
}

/** Keys by name, as WebDriver encodes them. */
export const keys = { Escape: '\uE00C', Enter: '\uE007', Tab: '\uE004' } as const;

/** Polls until `find` returns a truthy value, and returns that value. `find` may throw, as it does while a page navigates. */
export async function waitFor<T>(find: () => Promise<T | null | false | undefined>, what: string): Promise<T> {
  let last: unknown;
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await pause(40)) {
    try {
      const found = await find();
      if (found) return found;
    } catch (error) {
      last = error;
    }
  }
  throw new Error(`After 30 s there is still no ${what}`, { cause: last });
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
