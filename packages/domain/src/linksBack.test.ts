import { expect, it } from 'vitest';
import { linksBack } from './linksBack.ts';

const profile = 'https://kith.test/user/Alice';
const found = (html: string) => linksBack(html, 'https://alice.test/about', profile);

it.each([
  `<a rel="me" href="${profile}">Kith</a>`,
  `<A HREF='https://kith.test/user/alice/' REL='noopener ME'>`,
  `<link href=${profile} rel=me>`,
  `<p>1 < 2<a\n  class="x"\n  rel="me nofollow"\n  href=" ${profile}?from=home#top "\n>`,
  `<!-- old --><a rel="me" href="${profile}">`,
])('linksBack finds the link in %s', (html) => expect(found(html)).toBe(true));

it.each([
  '',
  profile,
  `<a href="${profile}">`,
  `<a rel="nofollow" href="${profile}">`,
  `<a rel="menu" href="${profile}">`,
  `<a rel="me" href="https://kith.test/user/alice2">`,
  `<a rel="me" href="https://kith.test.evil.test/user/Alice">`,
  `<a rel="me" href="http://kith.test/user/Alice">`,
  `<a rel="me" href="/user/Alice">`,
  `<abbr rel="me" href="${profile}">`,
  `<!-- <a rel="me" href="${profile}"> -->`,
  `<a rel="me" href="javascript:alert(1)">`,
  `<a rel="me" href="https://[">`,
])('linksBack finds no link in %j', (html) => expect(found(html)).toBe(false));

it.each([
  [512, true],
  [2_000, false],
])('linksBack looks into %d nested elements: %s', (depth, isFound) =>
  expect(found(`${'<p><br></p>'.repeat(2_000)}${'<b>'.repeat(depth)}<a rel="me" href="${profile}">`)).toBe(isFound),
);

it.each(['<b>', '<b></c>', '<a ', '<a rel=', '<!--', '<a rel="me" href="', '<a rel = ', "<a x='", '<a x=""'])(
  'linksBack searches half a megabyte of %j in bounded time',
  (part) => {
    const started = performance.now();
    expect(found(part.repeat((512 * 1024) / part.length))).toBe(false);
    // It takes some 10 ms; in quadratic time it would take hours.
    expect(performance.now() - started).toBeLessThan(20_000);
  },
);
