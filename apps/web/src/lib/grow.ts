/**
 * Animates a post's picture from its position in the page into the open post, and back when the post is closed. This is a view
 * transition: browsers without them, and systems that ask for reduced motion, get no animation. It starts once the code of an
 * open post is loaded, because nothing could be shown before.
 */

/** Whether the code of an open post is loaded: a promise while it is loading, which never rejects; `loaded` afterwards. */
let postCode: Promise<void> | 'loaded' | undefined;

/** Records that the code of an open post is loading, or loaded. */
export function enableGrow(loading: Promise<unknown>): void {
  postCode = loading.then(
    () => {
      postCode = 'loaded';
    },
    () => undefined,
  );
}

/** Marks a post's picture, or its text tile, as the element to animate. */
export const growProps = (postId: number) => ({ 'data-grows': postId });

const inPopup = '[role=dialog]';

const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

const pictureOf = (postId: number, over: boolean): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`[data-grows="${postId}"]`)].find(
    (each) => (each.closest(inPopup) !== null) === over && isInView(each),
  );

/** How long to wait for a popup to open, and then for the picture in the new page, in ms. Nothing is painted meanwhile. */
const timeoutsMs = { popup: 500, picture: 300 };
const pollMs = 8;

async function waitFor<T>(find: () => T | null | undefined, timeoutMs: number): Promise<T | undefined> {
  for (let waited = 0; waited < timeoutMs; waited += pollMs) {
    const now = find();
    if (now) return now;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** WebKitGTK crashed during a view transition on a busy machine, so it gets no animation. */
const mayCrash = /Linux.+AppleWebKit(?!.+Chrome)/.test(navigator.userAgent);

const canAnimate = (): boolean =>
  !mayCrash && 'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Milliseconds to wait for the code of a post; after that the post opens without an animation. */
const loadTimeoutMs = 1_000;
let waiting = false;

/** Waits for the code of an open post. False if the reader has navigated meanwhile, or another call is already waiting. */
async function isLoaded(loading: Promise<void>): Promise<boolean> {
  if (waiting) return false;
  const { href } = location;
  waiting = true;
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, loadTimeoutMs))]);
  waiting = false;
  return location.href === href;
}

/** Calls `navigate`, which opens or closes a post over the page, and animates the change if the browser can. */
export async function grow(postId: number, opens: boolean, navigate: () => unknown): Promise<void> {
  if (!canAnimate() || !postCode) return void navigate();
  if (postCode !== 'loaded' && !(await isLoaded(postCode))) return;
  const from = postCode === 'loaded' && pictureOf(postId, !opens);
  if (!from) return void navigate();
  from.style.viewTransitionName = 'grown';
  let to: HTMLElement | undefined;
  const transition = document.startViewTransition(async () => {
    from.style.viewTransitionName = '';
    navigate();
    if (opens) await waitFor(() => document.querySelector(inPopup), timeoutsMs.popup);
    to = await waitFor(
      () => (opens || !pictureOf(postId, true) ? pictureOf(postId, opens) : undefined),
      timeoutsMs.picture,
    );
    if (to) to.style.viewTransitionName = 'grown';
  });
  // The promise rejects when the browser skips the transition, as in a hidden tab: the page is then already in its final state.
  transition.ready.catch(() => undefined);
  transition.finished
    .catch(() => undefined)
    .finally(() => {
      if (to) to.style.viewTransitionName = '';
    });
}
