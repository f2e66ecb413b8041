/**
 * A post's picture grows from where it stands in the page into the post, and goes back there: a view transition, in browsers that have
 * them, and none where the system asks for less motion. It begins once the post's code is here, without which nothing would show either.
 */

/** The code of an open post: being loaded, by a promise that never rejects, or here. */
let code: Promise<void> | 'here' | undefined;

/** Announces the code of an open post. */
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

/** Milliseconds: while it looks for the other place nothing is painted. */
const patience = 300;
const step = 8;

async function found<T>(look: () => T | undefined): Promise<T | undefined> {
  for (let waited = 0; waited < patience; waited += step) {
    const now = look();
    if (now !== undefined) return now;
    await new Promise((resolve) => setTimeout(resolve, step));
  }
}

/** A page of WebKitGTK crashed in a view transition on a busy machine. */
const mayCrash = /Linux.+AppleWebKit(?!.+Chrome)/.test(navigator.userAgent);

const mayMove = (): boolean =>
  !mayCrash && 'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Milliseconds after which a post opens without growing. */
const longest = 1_000;
let waiting = false;

/** Waits for the code of a post; false if the reader has gone elsewhere meanwhile, or has tapped before. */
async function isHere(loading: Promise<void>): Promise<boolean> {
  if (waiting) return false;
  const { href } = location;
  waiting = true;
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, longest))]);
  waiting = false;
  return location.href === href;
}

/** Opens a post over the page, or closes it, by `go`. */
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
    to = await found(() => (opens || !pictureOf(postId, true) ? pictureOf(postId, opens) : undefined));
    if (to) to.style.viewTransitionName = 'grown';
  });
  // Rejected when the browser skips it, as in a hidden tab: the page is then as it is afterwards.
  transition.ready.catch(() => undefined);
  transition.finished
    .catch(() => undefined)
    .finally(() => {
      if (to) to.style.viewTransitionName = '';
    });
}
