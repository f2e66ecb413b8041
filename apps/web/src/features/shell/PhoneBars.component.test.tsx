import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page as browser } from 'vitest/browser';
import { renderOnPage } from '../../testing/render.tsx';
import { TabBar, TopBar } from './PhoneBars.tsx';

beforeEach(async () => {
  await browser.viewport(390, 844);
  onTestFinished(() => browser.viewport(1280, 860));
});

const none = () => ({ count: 0, conversations: 0 });

async function show(at = '/home') {
  const answers = {
    'notifications.unreadCount': none,
    'follows.requestsCount': none,
    'messages.unreadCount': none,
  };
  const bars = (
    <>
      <TopBar />
      <TabBar />
    </>
  );
  const { screen, router } = await renderOnPage(bars, { answers, at });
  const path = () => router.state.location.pathname;
  return { screen, router, path, back: screen.getByRole('button', { name: 'Back' }) };
}

test('the five tabs stand in one row, each with its name below its icon', async () => {
  const { screen } = await show();
  const bar = screen.getByRole('navigation', { name: 'Main menu' });
  await expect.element(bar).toBeVisible();
  const tabs = [...bar.element().children].sort(
    (a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left,
  );
  const names = tabs.map((tab) => tab.lastElementChild as HTMLElement);
  expect(names.map(({ innerText }) => innerText)).toEqual(['Home', 'Browse', 'Add', 'Messages', 'Account']);
  for (const [index, name] of names.entries()) {
    const [own, icon] = [name, tabs[index]?.querySelector('svg')].map((each) => each?.getBoundingClientRect());
    expect(own?.width, name.innerText).toBeGreaterThan(20);
    expect(own?.top, name.innerText).toBeGreaterThanOrEqual(icon?.bottom ?? innerHeight);
    expect(own?.bottom, name.innerText).toBeLessThanOrEqual(innerHeight);
  }
});

test('the bell in the header opens the notifications', async () => {
  const { screen, path } = await show();
  await screen.getByRole('banner').getByRole('link', { name: 'Notifications' }).click();
  await expect.poll(path).toBe('/notification');
});

test.for(['/user/bob', '/tag/lake', '/post/10'])('Back on %s leads to the screen it was opened from', async (to) => {
  const { router, path, back } = await show('/explore');
  expect(back.elements()).toEqual([]);
  await router.navigate({ to });
  await back.click();
  await expect.poll(path).toBe('/explore');
  await expect.element(back).not.toBeInTheDocument();
});

test('after a visit by a link, Back leads to Home', async () => {
  const { path, back } = await show('/post/10');
  await back.click();
  await expect.poll(path).toBe('/home');
});
