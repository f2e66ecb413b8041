import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { MessageDay } from '../features/messages/conversation/MessageGroup.tsx';
import { Timestamp } from '../ui/Timestamp.tsx';

afterEach(() => vi.useRealTimers());

test('an open page keeps up with the clock: minutes, hours and midnight, by one timer for all', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.setSystemTime(new Date(2026, 10, 27, 22, 30, 20));
  const at = new Date().toISOString();
  const screen = await render(
    <>
      {[1, 2, 3].map((each) => (
        <Timestamp key={each} at={at} />
      ))}
      <MessageDay createdAt={at}>Good night</MessageDay>
    </>,
  );
  const shown = () => [
    screen.container.querySelector('time [aria-hidden]')?.textContent,
    screen.container.querySelector('section')?.getAttribute('aria-label'),
  ];
  expect([...shown(), vi.getTimerCount()]).toEqual(['now', 'Today', 1]);
  vi.advanceTimersByTime(5 * 60_000);
  await expect.poll(shown, { timeout: 5_000 }).toEqual(['5\u00a0min', 'Today']);
  vi.advanceTimersByTime(2 * 3_600_000);
  await expect.poll(shown, { timeout: 5_000 }).toEqual(['2\u00a0h', 'Yesterday']);
  await screen.unmount();
  expect(vi.getTimerCount()).toBe(0);
});

test('a page that was hidden is up to date as soon as it is seen', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const screen = await render(<Timestamp at={new Date().toISOString()} />);
  // A browser stops the timers of a hidden page, so only the clock goes on.
  vi.setSystemTime(Date.now() + 3 * 60_000);
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => screen.container.textContent, { timeout: 5_000 }).toContain('3\u00a0min');
});
