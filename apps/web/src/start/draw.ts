import { foldOf, textOf } from '../features/posts/captionParts.ts';
import { isText, tileLook, tileTextLook, tintOf } from '../features/posts/tiles.ts';
import { storedSession } from '../lib/offlineCache.ts';
import type { OwnUser, PostPage, PostView, Session } from '../lib/types.ts';
import { feedSizes, frameRatio, pictureSource, tileSizes } from '../ui/pictureSource.ts';
import { drawChats } from './drawChats.ts';
import { painted } from './painted.ts';
import { hang, hangAvatar, part, write } from './parts.ts';
import type { Asked } from './prefetch.ts';

/** Draws a text-only post as a tile with large type. */
function drawTile(card: HTMLElement, place: HTMLElement, { postId, caption }: PostView): void {
  const fold = foldOf(caption);
  const text = document.createElement('p');
  // Leaves space for the button below a folded text.
  text.className = `${tileTextLook(caption)} ${fold ? 'mb-9' : ''}`;
  text.textContent = fold ?? textOf(caption);
  place.className = tileLook(postId);
  place.replaceChildren(text);
  part(card, 'caption')?.remove();
}

async function drawCard(card: HTMLElement, post: PostView, withPicture: boolean): Promise<void> {
  const { user, caption, image } = post;
  write(card, 'name', user.userName);
  hangAvatar(card, user.profilePicture, 40);
  const place = part(card, 'picture');
  if (place && isText(post)) return drawTile(card, place, post);
  const fold = foldOf(caption);
  write(card, 'caption', fold ?? textOf(caption));
  // Leaves space for the button below a folded caption.
  if (fold) part(card, 'caption')?.classList.add('mb-10.5');
  if (!image) place?.remove();
  if (!place || !image) return;
  place.style.aspectRatio = String(frameRatio(image.width, image.height));
  if (!withPicture || image.status !== 'ready') return;
  await hang(place, { ...pictureSource(image), sizes: feedSizes, className: 'object-contain', fetchPriority: 'high' });
}

/**
 * Draws the feed with its first picture; the app draws the others, so that they do not take bandwidth from its scripts. Resolves
 * when that picture is drawn. A card without a picture is lower than its placeholder, so all placeholders are replaced by new
 * elements in one frame, which does not count as a layout shift.
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

/** The number of tiles per row. */
const row = 3;

function drawHeader(outline: Element, { userName, bio, links, profilePicture }: OwnUser): void {
  write(outline, 'name', userName);
  write(outline, 'bio', bio);
  write(outline, 'links', links.map(({ url }) => url).join(' '));
  hangAvatar(outline, profilePicture, 144);
}

/**
 * Draws the header, first from the stored session and then from the response, and the tiles. Resolves when their first row is
 * drawn.
 */
async function drawAccount(outline: Element, session: Promise<Session>, list: Promise<PostPage>): Promise<void> {
  const kept = storedSession();
  if (kept) drawHeader(outline, kept.user);
  session.then(({ user }) => drawHeader(outline, user)).catch(() => undefined);
  const posts = (await list).items;
  const places = [...outline.querySelectorAll<HTMLElement>('[data-part=picture]')];
  const hung = places.map(async (place, index) => {
    const post = posts[index];
    const image = post?.image;
    if (post && !image) place.classList.replace('bg-sunken', tintOf(post.postId));
    if (image?.status !== 'ready') return;
    const fetchPriority = index < row ? 'high' : 'low';
    await hang(place, { ...pictureSource(image), sizes: tileSizes, className: 'object-cover', fetchPriority });
  });
  await Promise.allSettled(hung.slice(0, row));
}

/** Resolves when the page's body is parsed. */
const parsed = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState !== 'loading') return resolve();
    document.addEventListener('readystatechange', () => resolve(), { once: true });
  });

/** Fills the screen's outline with the prefetched data. Resolves when the first pictures are painted. */
export async function draw(
  screen: string,
  { session, list, chats }: Asked,
  { viewer, words }: { viewer: number; words: string },
): Promise<void> {
  await parsed();
  const outline = document.querySelector(`[data-outline-of=${screen}]`);
  if (outline && chats) return drawChats(outline, { chats, words }, viewer);
  if (!outline || !list) return void (await painted());
  await (screen === 'home' ? drawFeed(outline, list) : drawAccount(outline, session, list));
}
