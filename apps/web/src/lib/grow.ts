/**
 * A post's picture grows from its place in the page into the open post, and shrinks back: a view transition, in browsers that
 * support them, and none where the system asks for reduced motion. It starts once the post's code is loaded, because nothing could
 * be shown before.
 */

/** The code of an open post: a promise while it is loading, which never rejects, or `here` once it is loaded. */
let code: Promise<void> | 'here' | undefined;

/** Records that the code of an open post is loading, or loaded. */
export function letGrow(loading: Promise<unknown>): void {
  code = loading.then(
    () => {
      code = 'here';
    },
    () => undefined,
  );
}

/** The marker of a post's picture, or of the tile of its words. */
export const growing = (postId: number) => ({ 'data-grows': postId });

const inPopup = '[role=dialog]';

const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

const pictureOf = (postId: number, over: boolean): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`[data-grows="${postId}"]`)].find(
    (each) => (each.closest(inPopup) !== null) === over && isInView(each),
  );

/** How long an opening popup, and then the place of the picture in the new page, is waited for, in ms; nothing is painted meanwhile. */
const patience = { popup: 500, picture: 300 };
const step = 8;

async function found<T>(look: () => T | null | undefined, most: number): Promise<T | undefined> {
  for (let waited = 0; waited < most; waited += step) {
    const now = look();
    if (now) return now;
    await new Promise((resolve) => setTimeout(resolve, step));
  }
}

/** A page of WebKitGTK crashed in a view transition on a busy machine, so it has none. */
const mayCrash = /Linux.+AppleWebKit(?!.+Chrome)/.test(navigator.userAgent);

const mayMove = (): boolean =>
  !mayCrash && 'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Milliseconds to wait for the code of a post; after that the post opens without an animation. */
const longest = 1_000;
let waiting = false;

/** Waits for the code of a post; false if the reader has navigated or tapped again meanwhile. */
async function isHere(loading: Promise<void>): Promise<boolean> {
  if (waiting) return false;
  const { href } = location;
  waiting = true;
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, longest))]);
  waiting = false;
  return location.href === href;
}

/** Calls `go`, which opens a post over the page or closes it, and animates the change where the browser can. */
export async function grow(postId: number, opens: boolean, go: () => unknown): Promise<void> {
  if (!mayMove() || !code) return void go();
  if (code !== 'here' && !(await isHere(code))) return;
  const from = code === 'here' && pictureOf(postId, !opens);
  if (!from) return void go();
  from.style.viewTransitionName = 'grown';
  let to: HTMLElement | undefined;
  const transition = document.startViewTransition(async () => {
    from.style.viewTransitionName = '';
    go();
    if (opens) await found(() => document.querySelector(inPopup), patience.popup);
    to = await found(
      () => (opens || !pictureOf(postId, true) ? pictureOf(postId, opens) : undefined),
      patience.picture,
    );
    if (to) to.style.viewTransitionName = 'grown';
  });
  // Rejected when the browser skips the transition, as in a hidden tab: the page is then in its final state.
  transition.ready.catch(() => undefined);
  transition.finished
    .catch(() => undefined)
    .finally(() => {
      if (to) to.style.viewTransitionName = '';
    });
}
