import type { Asked } from './askAhead.ts';
import { drawAccount } from './drawAccount.ts';
import { drawFeed } from './drawFeed.ts';
import { painted } from './painted.ts';

/** The page's body is there before any module runs. */
const parsed = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState !== 'loading') return resolve();
    document.addEventListener('readystatechange', () => resolve(), { once: true });
  });

/** Fills the outline of the screen with what was asked for ahead; settles when its first pictures are painted. */
export async function draw(screen: string, { session, list }: Asked): Promise<void> {
  await parsed();
  const outline = document.querySelector(`[data-outline-of=${screen}]`);
  if (!outline || !list) return void (await painted());
  await (screen === 'home' ? drawFeed(outline, list) : drawAccount(outline, session, list));
}
