/**
 * Animates a post's picture from its position in the page into the open post, and back when the post is closed. The animation
 * is a view transition. It is left out in browsers without view transitions, for readers who ask for reduced motion, and if a
 * key press opens or closes the post. It starts only after the JavaScript chunk that shows an open post is loaded.
 */

/**
 * The state of the JavaScript chunk that shows an open post: undefined before loading, a promise (which never rejects) while
 * loading, then `loaded`.
 */
let postCode: Promise<void> | 'loaded' | undefined;

/** Records that the JavaScript chunk that shows an open post is being loaded, and then that it is loaded. */
export function enablePostTransition(loading: Promise<unknown>): void {
  postCode = loading.then(
    () => {
      postCode = 'loaded';
    },
    () => undefined,
  );
}

/** Attributes that mark a post's picture or text tile as the element to animate. */
export const transitionProps = (postId: number) => ({ 'data-transition': postId });

const inPopup = '[role=dialog]';

const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

const pictureOf = (postId: number, over: boolean): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`[data-transition="${postId}"]`)].find(
    (each) => (each.closest(inPopup) !== null) === over && isInView(each),
  );

/** How long, in milliseconds, to wait for a popup to open and then for its picture. The browser paints nothing meanwhile. */
const timeoutsMs = { popup: 500, picture: 300 };
const pollMs = 8;

async function waitFor<T>(find: () => T | null | undefined, timeoutMs: number): Promise<T | undefined> {
  for (let waited = 0; waited < timeoutMs; waited += pollMs) {
    const now = find();
    if (now) return now;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** WebKit on Linux has crashed during a view transition on a busy machine, so it gets no animation. */
const mayCrash = /Linux.+AppleWebKit(?!.+Chrome)/.test(navigator.userAgent);

const canAnimate = (): boolean =>
  !mayCrash && 'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Whether a key is being handled. A reader who presses Escape wants to go on at once, but an animation delays the next key. */
const isByKey = (): boolean => window.event instanceof KeyboardEvent;

/**
 * How long, in milliseconds, to wait for the JavaScript chunk of an open post. After that, the post opens without an animation.
 */
const loadTimeoutMs = 1_000;
let waiting = false;

/**
 * Waits for the JavaScript chunk of an open post. Returns false if the reader has navigated meanwhile, or if another call is
 * already waiting.
 */
async function isLoaded(loading: Promise<void>): Promise<boolean> {
  if (waiting) return false;
  const { href } = location;
  waiting = true;
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, loadTimeoutMs))]);
  waiting = false;
  return location.href === href;
}

/** Calls `navigate`, which opens or closes a post over the page, and animates the change if possible. */
export async function withPostTransition(postId: number, opens: boolean, navigate: () => unknown): Promise<void> {
  if (isByKey() || !canAnimate() || !postCode) return void navigate();
  if (postCode !== 'loaded' && !(await isLoaded(postCode))) return;
  const from = postCode === 'loaded' && pictureOf(postId, !opens);
  if (!from) return void navigate();
  from.style.viewTransitionName = 'post-picture';
  let to: HTMLElement | undefined;
  const transition = document.startViewTransition(async () => {
    from.style.viewTransitionName = '';
    navigate();
    if (opens) await waitFor(() => document.querySelector(inPopup), timeoutsMs.popup);
    to = await waitFor(
      () => (opens || !pictureOf(postId, true) ? pictureOf(postId, opens) : undefined),
      timeoutsMs.picture,
    );
    if (to) to.style.viewTransitionName = 'post-picture';
  });
  // The promise rejects if the browser skips the transition, as in a hidden tab. The page is then already in its final state.
  transition.ready.catch(() => undefined);
  transition.finished
    .catch(() => undefined)
    .finally(() => {
      if (to) to.style.viewTransitionName = '';
    });
}
