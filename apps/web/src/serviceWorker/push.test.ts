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
const cached = new Map<string, unknown>();
const put = async (path: string, response: Response) => void cached.set(path, await response.json());
vi.stubGlobal('caches', { keys: async () => cacheNames, open: async () => ({ put }) });
const setAppBadge = async (count: number) => {
  badge = count;
};
vi.stubGlobal('navigator', { userAgent: 'Chrome Safari', setAppBadge });
let answer = 200;
vi.stubGlobal('fetch', async (path: string, { body }: { body: string } = { body: '' }) => {
  if (path.startsWith('/media/')) return new Response(new Blob(['webp']));
  sent.push([path, body]);
  return new Response(null, { status: answer });
});
vi.stubGlobal('createImageBitmap', async () => ({ width: 256, height: 200 }));
const drawnRegions: unknown[][] = [];
vi.stubGlobal(
  'OffscreenCanvas',
  class {
    getContext = () => ({
      arc: () => {},
      clip: () => {},
      drawImage: (...given: unknown[]) => drawnRegions.push(given.slice(1)),
    });
    convertToBlob = async () => new Blob(['round']);
  },
);

const { sendPushReply, openPush, renewSubscription, showPush } = await import('./push.ts');

const reply = { userId: 7, words: { action: 'Reply', hint: 'Write …', waits: 'It waits.' } };
const payload = {
  tag: 'chat-7',
  badge: 3,
  path: '/messages?userId=7',
  title: 'Una',
  body: 'Una sent you a message',
  icon: '/media/una/256.webp',
  reply,
};

beforeEach(() => {
  for (const list of [shown, opened, posted, sent]) list.length = 0;
  cached.clear();
  answer = 200;
  cacheNames = ['kith-shell-1', 'kith-member-5'];
  windows = [];
  subscribed = true;
  badge = 0;
});

describe('a push', () => {
  it('replaces the notification with the same tag, updates the number on the icon, and sounds for a message', async () => {
    await showPush(JSON.stringify(payload));
    await showPush(JSON.stringify({ ...payload, tag: 'entry-3' }));
    expect(shown).toMatchObject([
      { title: 'Una', body: payload.body, tag: 'chat-7', renotify: true, data: { path: payload.path } },
      { tag: 'entry-3' },
    ]);
    expect(shown[1]).not.toHaveProperty('renotify');
    expect(badge).toBe(3);
  });

  it('shows the friend’s name and round picture, and a reply field if the push allows a reply', async () => {
    await showPush(JSON.stringify(payload));
    await showPush(JSON.stringify({ ...payload, icon: null, reply: undefined }));
    expect(shown).toMatchObject([
      {
        icon: `data:image/png;base64,${btoa('round')}`,
        actions: [{ action: 'reply', type: 'text', title: 'Reply', placeholder: 'Write …' }],
      },
      { icon: '/icons/icon-192.png' },
    ]);
    expect(shown[1]).not.toHaveProperty('actions');
    expect(drawnRegions.at(-1)).toEqual([28, 0, 200, 200, 0, 0, 192, 192]);
  });

  it('is not shown while Kith is visible', async () => {
    windows = [{ visibilityState: 'visible' }];
    await showPush(JSON.stringify(payload));
    expect([shown, badge]).toEqual([[], 3]);
    windows = [{ visibilityState: 'hidden' }];
    await showPush(JSON.stringify(payload));
    expect(shown).toHaveLength(1);
  });

  it('is not shown after its member has logged out, and cancels the subscription', async () => {
    cacheNames = ['kith-shell-1'];
    await showPush(JSON.stringify(payload));
    expect([shown, subscribed, badge]).toEqual([[], false, 0]);
  });

  it.each([undefined, '', 'x', '[]', 'null', '{"tag":1}', '//evil.test', 'https://evil.test', 'javascript:1'])(
    'that is malformed, or links to another site, shows nothing: %s',
    async (odd) => {
      const text = odd && /^(?:\/|https|java)/.test(odd) ? JSON.stringify({ ...payload, path: odd }) : odd;
      await showPush(text);
      expect(shown).toEqual([]);
    },
  );
});

describe('a tap on a notification', () => {
  const notification = { data: { path: '/post/3' }, close: vi.fn() } as unknown as Notification;

  it('opens its address in the existing window, or in a new one', async () => {
    await openPush(notification);
    expect([opened, posted]).toEqual([['/post/3'], []]);
    windows = [{ visibilityState: 'hidden' }];
    await openPush(notification);
    expect([opened.length, posted]).toEqual([1, [{ kithOpen: '/post/3' }]]);
    expect(notification.close).toHaveBeenCalledTimes(2);
  });
});

describe('a reply in a notification', () => {
  const close = vi.fn();
  const shownNow = (to: object = reply) =>
    ({
      title: 'Una',
      tag: 'chat-7',
      icon: 'i',
      data: { path: payload.path, reply: to },
      close,
    }) as unknown as Notification;

  it('is sent once under an id of its own, to a member or a group', async () => {
    await sendPushReply(shownNow(), ' on my way ');
    await sendPushReply(shownNow({ ...reply, userId: undefined, chatId: 9 }), 'me too');
    const id = expect.stringMatching(/^[\da-f-]{36}$/);
    expect(sent.map(([path, body]) => [path, JSON.parse(body)])).toEqual([
      ['/trpc/messages.send', { senderId: 5, receiverId: 7, content: 'on my way', clientId: id }],
      ['/trpc/chats.send', { chatId: 9, content: 'me too', clientId: id }],
    ]);
    expect([shown, opened, cached.size]).toEqual([[], [], 0]);
  });

  it('that cannot be sent is stored for the outbox with the same id, and a notification says so', async () => {
    answer = 503;
    windows = [{ visibilityState: 'hidden' }];
    await sendPushReply(shownNow(), 'on my way');
    const { clientId } = JSON.parse(sent[0]?.[1] ?? '{}');
    expect([...cached]).toEqual([
      [`/stored/replies/${clientId}`, { receiverId: 7, content: 'on my way', createdAt: expect.any(String) }],
    ]);
    expect(shown).toMatchObject([{ title: 'Una', tag: 'chat-7', body: 'It waits.' }]);
    expect(posted).toEqual([{ kithReplies: true }]);
  });

  it('without text, from a system without a reply field, opens the chat', async () => {
    await sendPushReply(shownNow(), null);
    expect([opened, sent]).toEqual([[payload.path], []]);
  });
});

describe('a subscription replaced by the browser', () => {
  it('is registered with the server, while a member is logged in', async () => {
    await renewSubscription({ oldSubscription: subscription as never });
    await renewSubscription({ newSubscription: subscription as never });
    await renewSubscription({});
    const body = JSON.stringify(subscription.toJSON());
    expect(sent).toEqual(Array.from({ length: 2 }, () => ['/trpc/notifications.subscribe', body]));
    cacheNames = [];
    await renewSubscription({ newSubscription: subscription as never });
    expect(sent).toHaveLength(2);
  });
});
