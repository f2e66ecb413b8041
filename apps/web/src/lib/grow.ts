/**
 * A post's picture grows from where it stands in the page into the post, and goes back there: a view transition, in browsers that have
 * them, and none where the system asks for less motion. It begins only once the post's code is here, so that no tap waits for it.
 */

let loaded = false;

/** Called when a post opens without a wait. */
export function letGrow(): void {
  loaded = true;
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
const patience = 100;
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

/** Opens a post over the page, or closes it, by `go`. */
export function grow(postId: number, opens: boolean, go: () => unknown): void {
  const from = loaded && !matchMedia('(prefers-reduced-motion: reduce)').matches && pictureOf(postId, !opens);
  if (!from || mayCrash || !document.startViewTransition) return void go();
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
