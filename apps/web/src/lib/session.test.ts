import { afterAll, expect, test, vi } from 'vitest';
import type { Session } from './types.ts';

/** The browser's storage, which all tabs share. As in a browser, what is stored are its own properties. */
const storage: Record<string, string> = {};
const methods = {
  getItem: (key: string) => storage[key] ?? null,
  setItem: (key: string, value: string) => {
    storage[key] = value;
  },
  removeItem: (key: string) => void delete storage[key],
};
for (const [name, value] of Object.entries(methods)) Object.defineProperty(storage, name, { value });

const reload = vi.fn();
vi.stubGlobal('localStorage', storage);
vi.stubGlobal('location', { reload, origin: 'https://kith.test', href: 'https://kith.test/home', pathname: '/home' });
vi.stubGlobal('addEventListener', () => undefined);
vi.stubGlobal('document', { addEventListener: () => undefined, hidden: false });
afterAll(() => vi.unstubAllGlobals());

const { loadSession } = await import('./session.ts');
const { queries } = await import('./queries.ts');
const { viewerKeys } = await import('./viewer.ts');

const sessionOf = (userId: number) =>
  ({ user: { userId, userName: `member${userId}`, profilePicture: null } }) as unknown as Session;

test('a page that learns of the next member stores nothing more of the previous one before it reloads', async () => {
  queries.auth.session.setData(undefined, sessionOf(1));
  await loadSession();
  expect(storage[viewerKeys.id]).toBe('1');
  // Another tab has logged the next member in, and is about to store that.
  delete storage[viewerKeys.id];
  queries.auth.session.setData(undefined, sessionOf(2));
  expect(reload).toHaveBeenCalledOnce();
  const loaded = vi.fn();
  void loadSession().then(loaded);
  await new Promise((resolve) => setTimeout(resolve));
  expect(loaded).not.toHaveBeenCalled();
  expect(storage[viewerKeys.id]).toBeUndefined();
});
