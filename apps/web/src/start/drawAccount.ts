import { tileSizes } from '../features/posts/pictureSizes.ts';
import type { PostView, Session } from '../lib/types.ts';
import { pictureSource } from '../ui/pictureSource.ts';
import { hang, hangAvatar, write } from './parts.ts';

/** As many as the screen itself fetches at once. */
const row = 3;

async function drawHeader(outline: Element, session: Promise<Session>): Promise<void> {
  const { userName, bio, profilePicture } = (await session).user;
  write(outline, 'name', userName);
  write(outline, 'bio', bio);
  hangAvatar(outline, profilePicture, 144);
}

/** The head when it is there, the tiles when they are; settles with the first row. */
export async function drawAccount(outline: Element, session: Promise<Session>, posts: PostView[]): Promise<void> {
  drawHeader(outline, session).catch(() => undefined);
  const places = [...outline.querySelectorAll<HTMLElement>('[data-part=picture]')];
  const hung = places.map(async (place, index) => {
    const image = posts[index]?.image;
    if (image?.status !== 'ready') return;
    const fetchPriority = index < row ? 'high' : 'low';
    await hang(place, { ...pictureSource(image), sizes: tileSizes, className: 'object-cover', fetchPriority });
  });
  await Promise.allSettled(hung.slice(0, row));
}
