import { expect, it } from 'vitest';
import { pictureUrl, postImageUrl, smallImage } from './userView.ts';

const settings = {
  publicUrl: 'http://localhost:8080',
  mediaUrl: '/media',
  passwordSignIn: true,
  confirmEmail: false,
  signUp: null,
  publicPages: null,
  memberInvitations: null,
  maxVideoSeconds: null,
  maxVideoBytes: null,
  announceJoins: null,
  linkPreviews: null,
  moderatorsNeedSecondFactor: false,
  notifyAfter: 0,
  memberStorage: 5e9,
  importStorage: 20e9,
  maxFanOut: 5_000,
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

it.each([
  [[320, 640, 1080], '/media/k/320.webp?s=1'],
  [[208], '/media/k/208.webp?s=1'],
  [[500], '/media/k/500.webp?s=1'],
])('the small picture of the widths %j is one of them, with its signature: %s', (widths, url) =>
  expect(postImageUrl({ folder: '/media/k', query: '?s=1' }, widths, smallImage)).toBe(url),
);

it('a view without a picture has no address of one', () => {
  expect(postImageUrl(null, [320])).toBeNull();
  expect(pictureUrl(settings, null)).toBeNull();
  expect(pictureUrl(settings, 'k')).toBe('/media/k/256.webp');
});
