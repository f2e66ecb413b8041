import { tileSizes } from '../features/posts/pictureSizes.ts';
import { keptSession } from '../lib/keptSession.ts';
import type { OwnUser, PostPage, Session } from '../lib/types.ts';
import { pictureSource } from '../ui/pictureSource.ts';
import { hang, hangAvatar, write } from './parts.ts';

/** As many as stand side by side. */
const row = 3;

function drawHeader(outline: Element, { userName, bio, profilePicture }: OwnUser): void {
  write(outline, 'name', userName);
  write(outline, 'bio', bio);
  hangAvatar(outline, profilePicture, 144);
}

/** The head as it was last time, so that nothing moves when the answer says the same; the tiles; settles with their first row. */
export async function drawAccount(outline: Element, session: Promise<Session>, list: Promise<PostPage>): Promise<void> {
  const kept = keptSession();
  if (kept) drawHeader(outline, kept.user);
  session.then(({ user }) => drawHeader(outline, user)).catch(() => undefined);
  const posts = (await list).items;
  const places = [...outline.querySelectorAll<HTMLElement>('[data-part=picture]')];
  const hung = places.map(async (place, index) => {
    const image = posts[index]?.image;
    if (image?.status !== 'ready') return;
    const fetchPriority = index < row ? 'high' : 'low';
    await hang(place, { ...pictureSource(image), sizes: tileSizes, className: 'object-cover', fetchPriority });
  });
  await Promise.allSettled(hung.slice(0, row));
}
