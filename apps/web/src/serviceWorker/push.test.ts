import { beforeEach, describe, expect, it, vi } from 'vitest';

const shown: object[] = [];
const opened: string[] = [];
const posted: object[] = [];
const sent: [string, string][] = [];
let cacheNames: string[] = [];
let windows: { visibilityState: string }[] = [];
let subscribed = true;
let badge = 0;

const subscription = {
  options: { applicationServerKey: 'key' },
  toJSON: () => ({ endpoint: 'https://push.kith.test/new', keys: { p256dh: 'p', auth: 'a' } }),
  unsubscribe: async () => {
    subscribed = false;
    return true;
  },
};

vi.stubGlobal('self', {
  registration: {
    showNotification: async (title: string, options: object) => void shown.push({ title, ...options }),
    pushManager: { getSubscription: async () => subscription, subscribe: async () => subscription },
  },
  clients: {
    matchAll: async () =>
      windows.map((each) => ({
        ...each,
        focus: async () => {},
        postMessage: (message: object) => posted.push(message),
      })),
    openWindow: async (path: string) => void opened.push(path),
  },
});
vi.stubGlobal('caches', { keys: async () => cacheNames, open: async () => ({}) });
const setAppBadge = async (count: number) => {
  badge = count;
};
vi.stubGlobal('navigator', { userAgent: 'Chrome Safari', setAppBadge });
vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
  sent.push([path, body]);
  return new Response();
});

const { openPush, renewPush, showPush } = await import('./push.ts');

const told = { tag: 'chat-7', badge: 3, path: '/messages?userId=7', body: 'Una sent you a message' };

beforeEach(() => {
  for (const list of [shown, opened, posted, sent]) list.length = 0;
  cacheNames = ['kith-shell-1', 'kith-member-5'];
  windows = [];
  subscribed = true;
  badge = 0;
});

describe('a push', () => {
  it('is shown under its tag, with its number on the icon; a message sounds again', async () => {
    await showPush(JSON.stringify(told));
    await showPush(JSON.stringify({ ...told, tag: 'entry-3' }));
    expect(shown).toMatchObject([
      { title: 'Kith', body: told.body, tag: 'chat-7', renotify: true, data: { path: told.path } },
      { tag: 'entry-3' },
    ]);
    expect(shown[1]).not.toHaveProperty('renotify');
    expect(badge).toBe(3);
  });

  it('is not shown to whom is looking at Kith', async () => {
    windows = [{ visibilityState: 'visible' }];
    await showPush(JSON.stringify(told));
    expect([shown, badge]).toEqual([[], 3]);
    windows = [{ visibilityState: 'hidden' }];
    await showPush(JSON.stringify(told));
    expect(shown).toHaveLength(1);
  });

  it('is not shown once its member has left, and the browser asks for no more', async () => {
    cacheNames = ['kith-shell-1'];
    await showPush(JSON.stringify(told));
    expect([shown, subscribed, badge]).toEqual([[], false, 0]);
  });

  it.each([undefined, '', 'x', '[]', 'null', '{"tag":1}', '//evil.test', 'https://evil.test', 'javascript:1'])(
    'that makes no sense, or leads elsewhere, shows nothing: %s',
    async (odd) => {
      const text = odd && /^(?:\/|https|java)/.test(odd) ? JSON.stringify({ ...told, path: odd }) : odd;
      await showPush(text);
      expect(shown).toEqual([]);
    },
  );
});

describe('a tap', () => {
  const notification = { data: { path: '/post/3' }, close: vi.fn() } as unknown as Notification;

  it('leads there in the window there is, or in a new one', async () => {
    await openPush(notification);
    expect([opened, posted]).toEqual([['/post/3'], []]);
    windows = [{ visibilityState: 'hidden' }];
    await openPush(notification);
    expect([opened.length, posted]).toEqual([1, [{ kithOpen: '/post/3' }]]);
    expect(notification.close).toHaveBeenCalledTimes(2);
  });
});

describe('a subscription that the browser changes', () => {
  it('is told to the server, while a member is here', async () => {
    await renewPush({ oldSubscription: subscription as never });
    await renewPush({ newSubscription: subscription as never });
    await renewPush({});
    const body = JSON.stringify(subscription.toJSON());
    expect(sent).toEqual(Array.from({ length: 2 }, () => ['/trpc/notifications.subscribe', body]));
    cacheNames = [];
    await renewPush({ newSubscription: subscription as never });
    expect(sent).toHaveLength(2);
  });
});
