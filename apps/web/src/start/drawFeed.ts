import { textOf } from '../features/posts/captionParts.ts';
import { feedSizes } from '../features/posts/pictureSizes.ts';
import type { PostPage, PostView } from '../lib/types.ts';
import { frameRatio } from '../ui/frameRatio.ts';
import { pictureSource } from '../ui/pictureSource.ts';
import { hang, hangAvatar, part, write } from './parts.ts';

async function drawCard(card: HTMLElement, { user, caption, image }: PostView): Promise<void> {
  write(card, 'name', user.userName);
  write(card, 'caption', textOf(caption));
  hangAvatar(card, user.profilePicture, 40);
  const place = part(card, 'picture');
  if (!image) place?.remove();
  if (!place || !image) return;
  place.style.aspectRatio = String(frameRatio(image.width, image.height));
  if (image.status !== 'ready') return;
  await hang(place, { ...pictureSource(image), sizes: feedSizes, className: 'object-contain', fetchPriority: 'high' });
}

/** Settles with the first card: its picture has the line to itself. */
export async function drawFeed(outline: Element, list: Promise<PostPage>): Promise<void> {
  const posts = (await list).items;
  const cards = [...outline.querySelectorAll<HTMLElement>('[data-part=card]')];
  for (const [index, card] of cards.entries()) {
    const post = posts[index];
    if (!post) continue;
    const drawn = drawCard(card, post).catch(() => undefined);
    if (index === 0) await drawn;
  }
}
