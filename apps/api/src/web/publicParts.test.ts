import type { PostView } from '@kith/contracts';
import { expect, it } from 'vitest';
import { article } from './publicParts.ts';

const picture = (alt: string | null) => ({
  ...{ imageUrl: '/media/a/640.webp', url: '/media/a', query: '', widths: [640], width: 640, height: 480 },
  ...{ alt, videoUrl: null },
});

it('a picture that its author has not described gives its link a name all the same', () => {
  const post = {
    ...{ postId: 1, caption: 'The lake', location: null, createdAt: '2026-05-01T10:00:00.000Z' },
    ...{ likesCount: 0, commentsCount: 0, links: [], event: null, poll: null },
    user: { userId: 1, userName: 'ola', displayName: null, profilePicture: null },
    images: [picture('A boat'), picture(null)],
  } as unknown as PostView;
  const server = { name: 'Kith', pictureUrl: null };
  const site = { origin: 'https://kith.test', server, language: 'pl' as const, open: true, fonts: [] };
  const names = [...article(site, post).matchAll(/<a href="\/media[^>]*><img [^>]*alt="([^"]*)"/g)];
  expect(names.map(([, name]) => name)).toEqual(['A boat', 'Zdjęcie 2']);
});
