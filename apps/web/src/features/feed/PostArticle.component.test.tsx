import { expect, onTestFinished, test, vi } from 'vitest';
import { page as browser } from 'vitest/browser';
import { renderOnPage } from '../../testing/render.tsx';
import { page, sampleComment, samplePost } from '../../testing/samples.ts';
import { PostArticle } from './PostArticle.tsx';

const comments = (count: number) =>
  page(...Array.from({ length: count }, (_, index) => sampleComment({ commentId: 200 + index })));

test.for([30, 1])('on a phone the field stays at the end of the screen, below %i comments', async (count) => {
  await browser.viewport(390, 700);
  // The top bar is 52 px high.
  const { screen } = await renderOnPage(
    <div style={{ paddingTop: 52 }}>
      <PostArticle post={samplePost({ commentsCount: count })} stacked />
    </div>,
    { answers: { 'comments.list': () => comments(count) } },
  );
  const field = screen.getByLabelText('Write a comment…');
  await expect.element(screen.getByText('Is there ice?').first()).toBeVisible();
  const below = () => innerHeight - field.element().getBoundingClientRect().bottom;
  // The tab bar is below the field, until the member writes.
  await expect.poll(below).toBeGreaterThan(50);
  expect(below()).toBeLessThan(80);
  // Not by a click, because a late toast of an earlier test may lie over the end of the screen.
  (field.element() as HTMLElement).focus();
  await expect.poll(below).toBeLessThan(20);
  expect(below()).toBeGreaterThanOrEqual(0);
});

test('on a phone the field stays above a keyboard that is drawn over the page', async () => {
  await browser.viewport(390, 700);
  const view = Object.assign(new EventTarget(), { height: 700, offsetTop: 0, scale: 1 });
  vi.stubGlobal('visualViewport', view);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { screen } = await renderOnPage(<PostArticle post={samplePost({ commentsCount: 30 })} stacked />, {
    answers: { 'comments.list': () => comments(30) },
  });
  const field = screen.getByLabelText('Write a comment…');
  await expect.element(screen.getByText('Is there ice?').first()).toBeVisible();
  (field.element() as HTMLElement).focus();
  const below = () => Math.round(innerHeight - field.element().getBoundingClientRect().bottom);
  await expect.poll(below).toBeLessThan(20);
  const apart = below();
  const change = (part: Partial<typeof view>, event: 'resize' | 'scroll') => {
    Object.assign(view, part);
    view.dispatchEvent(new Event(event));
  };
  change({ height: 400 }, 'resize');
  await expect.poll(below).toBe(300 + apart);
  // The browser moves the page up under the keyboard.
  change({ offsetTop: 100 }, 'scroll');
  await expect.poll(below).toBe(200 + apart);
  // A bar of the browser is no keyboard.
  change({ height: 650, offsetTop: 0 }, 'resize');
  await expect.poll(below).toBe(apart);
});

test('on a wide screen the field is above the comments', async () => {
  await browser.viewport(1000, 700);
  const { screen } = await renderOnPage(<PostArticle post={samplePost({ commentsCount: 1 })} stacked />, {
    answers: { 'comments.list': () => comments(1) },
  });
  const top = (text: string) => screen.getByText(text).element().getBoundingClientRect().top;
  await expect.element(screen.getByText('Is there ice?')).toBeVisible();
  expect(screen.getByLabelText('Write a comment…').element().getBoundingClientRect().top).toBeLessThan(
    top('Is there ice?'),
  );
});
