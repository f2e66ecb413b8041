import { foldOf, hasText, textOf } from '../features/posts/captionParts.ts';
import { isText, tileClassName, tileTextClassName, tintOf } from '../features/posts/tiles.ts';
import { storedSession } from '../lib/offlineCache.ts';
import type { OwnUser, PostPage, PostView, Session } from '../lib/types.ts';
import { articleSizes, feedSizes, frameRatio, pictureSource, tileSizes } from '../ui/pictureSource.ts';
import { drawChats } from './drawChats.ts';
import { nextPaint } from './nextPaint.ts';
import { insertAvatar, insertPicture, part, write } from './parts.ts';
import type { Prefetched } from './prefetch.ts';

/**
 * Creates the paragraph of a tile. `shown` is its text, in full or shortened. The text size depends on the complete caption.
 */
function tileText(caption: string, shown: string): HTMLElement {
  const text = document.createElement('p');
  text.className = tileTextClassName(caption);
  text.textContent = shown;
  return text;
}

/** Draws a post without pictures as a tile with large type. */
function drawTile(card: HTMLElement, placeholder: HTMLElement, { postId, caption }: PostView): void {
  const fold = foldOf(caption);
  const text = tileText(caption, fold ?? textOf(caption));
  // The margin leaves space for the button that unfolds the text.
  if (fold) text.classList.add('mb-9');
  placeholder.className = tileClassName(postId);
  placeholder.replaceChildren(text);
  part(card, 'caption')?.remove();
}

/** Inserts the first picture of a post. Resolves when it is painted. */
const insertPostPicture = (element: HTMLElement, image: NonNullable<PostView['image']>, sizes: string) =>
  insertPicture(element, { ...pictureSource(image), sizes, className: 'object-contain', fetchPriority: 'high' });

async function drawCard(card: HTMLElement, post: PostView, withPicture: boolean): Promise<void> {
  const { user, caption, image } = post;
  write(card, 'name', user.userName);
  insertAvatar(card, user.profilePicture, 40);
  const placeholder = part(card, 'picture');
  if (placeholder && isText(post)) return drawTile(card, placeholder, post);
  const fold = foldOf(caption);
  write(card, 'caption', fold ?? textOf(caption));
  // The margin leaves space for the button that unfolds the caption.
  if (fold) part(card, 'caption')?.classList.add('mb-10.5');
  if (!image) placeholder?.remove();
  if (!placeholder || !image) return;
  placeholder.style.aspectRatio = String(frameRatio(image.width, image.height));
  if (withPicture && image.status === 'ready') await insertPostPicture(placeholder, image, feedSizes);
}

/**
 * Draws the first posts of the feed, and only one picture, so that the other pictures do not take bandwidth from the app's
 * scripts. Resolves when that picture is painted. All placeholders are replaced by new elements in one frame, because a
 * placeholder that changes its height would count as a layout shift.
 */
async function drawFeed(outline: Element, list: Promise<PostPage>): Promise<void> {
  const posts = (await list).items;
  const pictured = posts.findIndex(({ image }) => image);
  const cards = [...outline.querySelectorAll<HTMLElement>('[data-part=card]')];
  const drawn = cards.map((card, index) => {
    const fresh = card.cloneNode(true) as HTMLElement;
    card.replaceWith(fresh);
    const post = posts[index];
    return post && drawCard(fresh, post, index === pictured);
  });
  await Promise.allSettled(drawn);
}

/** Draws an open post. Resolves when its picture is painted. Its placeholder is replaced for the same reason as in `drawFeed`. */
async function drawArticle(outline: Element, pending: Promise<PostView>): Promise<void> {
  const post = await pending;
  const { postId, user, caption, image } = post;
  const placeholder = part(outline, 'article');
  if (!placeholder) return;
  const article = placeholder.cloneNode(true) as HTMLElement;
  write(article, 'name', user.userName);
  insertAvatar(article, user.profilePicture, 40);
  if (isText(post)) {
    const tile = document.createElement('div');
    tile.className = tileClassName(postId);
    tile.append(tileText(caption, textOf(caption)));
    part(article, 'tile')?.append(tile);
  }
  // If the post has no caption, the app later shows a translated sentence instead. Until then the placeholder of the caption
  // stays.
  if (image && hasText(caption)) write(article, 'caption', textOf(caption));
  else if (caption) part(article, 'caption')?.remove();
  const frame = part(article, 'frame');
  if (!image) frame?.remove();
  frame?.style.setProperty('--ratio', String(frameRatio(image?.width ?? null, image?.height ?? null)));
  placeholder.replaceWith(article);
  const picture = part(article, 'picture');
  if (picture && image?.status === 'ready') await insertPostPicture(picture, image, articleSizes);
  else await nextPaint();
}

/** The number of tiles per row. */
const row = 3;

function drawHeader(outline: Element, { userName, bio, links, profilePicture }: OwnUser): void {
  write(outline, 'name', userName);
  write(outline, 'bio', bio);
  write(outline, 'links', links.map(({ url }) => url).join(' '));
  insertAvatar(outline, profilePicture, 144);
}

/**
 * Draws the header and the tiles. The header is drawn first from the stored session, then again from the response. Resolves
 * when the first row of tiles is painted.
 */
async function drawAccount(outline: Element, session: Promise<Session>, list: Promise<PostPage>): Promise<void> {
  const stored = storedSession();
  if (stored) drawHeader(outline, stored.user);
  session.then(({ user }) => drawHeader(outline, user)).catch(() => undefined);
  const posts = (await list).items;
  const placeholders = [...outline.querySelectorAll<HTMLElement>('[data-part=picture]')];
  const inserted = placeholders.map(async (placeholder, index) => {
    const post = posts[index];
    const image = post?.image;
    if (post && !image) placeholder.classList.replace('bg-sunken', tintOf(post.postId));
    if (image?.status !== 'ready') return;
    const fetchPriority = index < row ? 'high' : 'low';
    await insertPicture(placeholder, {
      ...pictureSource(image),
      sizes: tileSizes,
      className: 'object-cover',
      fetchPriority,
    });
  });
  await Promise.allSettled(inserted.slice(0, row));
}

/** Resolves when the body of the page is parsed. */
const parsed = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState !== 'loading') return resolve();
    document.addEventListener('readystatechange', () => resolve(), { once: true });
  });

/**
 * Fills the outline, which is the placeholder of the screen, with prefetched data. Resolves when the first pictures are
 * painted.
 */
export async function draw(
  screen: string,
  { session, list, chats, post }: Prefetched,
  { viewer, words }: { viewer: number; words: string },
): Promise<void> {
  await parsed();
  const outline = document.querySelector(`[data-outline-of=${screen}]`);
  if (outline && chats) return drawChats(outline, { chats, words }, viewer);
  if (outline && post) return drawArticle(outline, post);
  if (!outline || !list) return void (await nextPaint());
  await (screen === 'home' ? drawFeed(outline, list) : drawAccount(outline, session, list));
}
