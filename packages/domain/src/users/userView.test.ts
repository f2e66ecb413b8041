import { expect, it } from 'vitest';
import { pictureUrl, postImageUrl } from './userView.ts';

const settings = {
  publicUrl: 'http://localhost:8080',
  mediaUrl: '/media',
  passwordSignIn: true,
  confirmEmail: false,
  signUp: 'open' as const,
  membersInvite: false,
};

it.each([
  [[320, 640, 1080, 2048], '/media/k/1080.webp'],
  [[320, 500], '/media/k/500.webp'],
  [[2048], '/media/k/2048.webp'],
  [[], null],
  [null, null],
])('a post picture of the widths %j is shown as %s', (widths, url) =>
  expect(postImageUrl({ folder: '/media/k', query: '' }, widths)).toBe(url),
);

it('what has no picture has no address', () => {
  expect(postImageUrl(null, [320])).toBeNull();
  expect(pictureUrl(settings, null)).toBeNull();
  expect(pictureUrl(settings, 'k')).toBe('/media/k/256.webp');
});
