import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const server = { connected: true, check: vi.fn(async () => {}), watcher: () => {} };
vi.mock('../lib/connection.ts', () => ({
  isConnected: () => server.connected,
  checkConnection: () => server.check(),
  watchConnection: (watcher: () => void) => {
    server.watcher = watcher;
    return () => {};
  },
}));

const { retryWhenConnected } = await import('./retryWhenConnected.ts');
const retry = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  retry.mockClear();
});
afterEach(() => vi.useRealTimers());

test('an outage that was over before it was noticed is retried after a pause', async () => {
  server.connected = true;
  retryWhenConnected(() => {}, retry, true);
  await vi.advanceTimersByTimeAsync(1_900);
  expect(retry).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(retry).toHaveBeenCalledTimes(1);
});

test('a failure that was no lost connection is not retried, nor one after the page is left', async () => {
  retryWhenConnected(() => {}, retry, false);
  retryWhenConnected(() => {}, retry, true)();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(retry).not.toHaveBeenCalled();
});

test('an outage that goes on is retried when it is over', async () => {
  server.connected = true;
  server.check.mockImplementationOnce(async () => {
    server.connected = false;
  });
  retryWhenConnected(() => {}, retry, true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(retry).not.toHaveBeenCalled();
  server.connected = true;
  server.watcher();
  expect(retry).toHaveBeenCalledTimes(1);
});
