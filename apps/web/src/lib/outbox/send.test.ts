import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '../failure.ts';
import { type OutboxHandlers, sendOutbox } from './send.ts';
import { deliver, discard, enqueue, forgetOutbox, recordAttempt, waiting } from './store.ts';

const line = vi.hoisted(() => ({ up: true, watchers: new Set<() => void>() }));

vi.mock('../connection.ts', () => ({
  isConnected: () => line.up,
  watchConnection: (watcher: () => void) => {
    line.watchers.add(watcher);
    return () => line.watchers.delete(watcher);
  },
}));

const connect = (up: boolean) => {
  line.up = up;
  for (const watcher of line.watchers) watcher();
};

function fakeStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, text) => void items.set(key, text),
    removeItem: (key) => void items.delete(key),
  };
}

/** Creates handlers that record their calls and respond as `answer` says. */
function scripted(answer: (what: string) => unknown = () => undefined) {
  const sent: string[] = [];
  const refused: string[] = [];
  const handler = (name: (payload: never) => string) => ({
    send: async (payload: never) => {
      sent.push(name(payload));
      await Promise.resolve();
      const failure = answer(name(payload));
      if (failure) throw failure;
    },
    refused: (payload: never) => refused.push(name(payload)),
  });
  const handlers = {
    like: handler(({ postId, liked }: { postId: number; liked: boolean }) => `${liked ? 'like' : 'unlike'} ${postId}`),
    comment: handler(({ content }: { content: string }) => content),
    follow: handler(({ name }: { name: string }) => `follow ${name}`),
    post: handler(({ draft }: { draft: { text: string } }) => draft.text),
    // Messages have no `refused` handler, so a refused message stays in the outbox.
    message: { send: handler(({ content }: { content: string }) => content).send },
  } as never as OutboxHandlers;
  return { handlers, sent, refused };
}

const comment = (content: string) => enqueue('comment', { postId: 1, content, createdAt: '' });
let stop: () => void = () => undefined;
const start = (handlers: OutboxHandlers) => {
  stop = sendOutbox(handlers);
};

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('navigator', {});
  localStorage.setItem('loggedInUserId', '7');
  connect(false);
});
afterEach(() => {
  stop();
  forgetOutbox();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('pending writes are sent once and in order within each kind when the connection returns', async () => {
  const { handlers, sent } = scripted();
  start(handlers);
  comment('one');
  enqueue('like', { postId: 3, liked: true }, 'like:3');
  comment('two');
  expect(sent).toEqual([]);
  connect(true);
  await vi.waitFor(() => expect(waiting()).toEqual([]));
  connect(true);
  expect(sent.toSorted()).toEqual(['like 3', 'one', 'two']);
  expect(sent.indexOf('one')).toBeLessThan(sent.indexOf('two'));
});

test('only the last state of a toggle is kept', () => {
  for (const liked of [true, false, true, false]) enqueue('like', { postId: 3, liked }, 'like:3');
  expect(waiting().map(({ payload }) => payload)).toEqual([{ postId: 3, liked: false }]);
});

test('a toggle that changes during its request is sent afterwards', async () => {
  const { handlers, sent } = scripted((what) => {
    if (what === 'like 3') enqueue('like', { postId: 3, liked: false }, 'like:3');
  });
  enqueue('like', { postId: 3, liked: true }, 'like:3');
  connect(true);
  start(handlers);
  await vi.waitFor(() => expect(sent).toEqual(['like 3', 'unlike 3']));
});

test('a refused write is reported and does not block the next', async () => {
  const { handlers, sent, refused } = scripted((what) => what === 'one' && new Failure('not-found'));
  comment('one');
  comment('two');
  connect(true);
  start(handlers);
  await vi.waitFor(() => expect(waiting()).toEqual([]));
  expect([sent, refused]).toEqual([['one', 'two'], ['one']]);
});

test('a write without a response is retried later with the same id', async () => {
  vi.useFakeTimers();
  const answers = [new Failure('network'), undefined];
  const { handlers, sent } = scripted(() => answers.shift());
  const id = comment('one');
  connect(true);
  start(handlers);
  await vi.advanceTimersByTimeAsync(10);
  expect([sent, waiting().map((entry) => entry.id)]).toEqual([['one'], [id]]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([sent, waiting()]).toEqual([['one', 'one'], []]);
});

test('pending writes survive a reload and are visible only to their member', () => {
  comment('one');
  forgetOutbox();
  expect(waiting()).toHaveLength(1);
  localStorage.setItem('loggedInUserId', '8');
  expect(waiting()).toEqual([]);
});

test('a write made while others are pending is queued behind them', async () => {
  const direct = vi.fn(() => Promise.resolve('sent'));
  const payload = { postId: 1, content: 'two', createdAt: '' };
  connect(true);
  expect(await deliver('comment', 'a', payload, direct)).toBe('sent');
  const id = comment('one');
  expect(await deliver('comment', 'b', payload, direct)).toBeNull();
  expect(direct).toHaveBeenCalledTimes(1);
  discard(id);
  expect(waiting().map((entry) => entry.id)).toEqual(['b']);
});

const message = (content: string) => enqueue('message', { receiverId: 2, content, createdAt: '' });

const draft = { text: 'words', people: '', location: '', hashtags: '' };

test('a slow or failing upload of a picture blocks neither other writes nor the text of the next post', async () => {
  for (const picture of [() => new Promise<void>(() => undefined), () => Promise.reject(new Failure('network'))]) {
    const { handlers, sent } = scripted();
    const { send } = handlers.post;
    handlers.post.send = (payload, id) => (payload.postId === 1 ? picture() : send(payload, id));
    const id = enqueue('post', { draft, createdAt: '', pictures: 1, postId: 1 });
    comment('quick');
    message('hello');
    enqueue('like', { postId: 3, liked: true }, 'like:3');
    enqueue('follow', { userId: 4, name: 'eve', following: true }, 'follow:4');
    enqueue('post', { draft, createdAt: '', pictures: 0 });
    connect(true);
    start(handlers);
    await vi.waitFor(() => expect(waiting().map((entry) => entry.id)).toEqual([id]));
    expect(sent.toSorted()).toEqual(['follow eve', 'hello', 'like 3', 'quick', 'words']);
    stop();
    discard(id);
    connect(false);
  }
});

test('the refusal of a write that was discarded during its request is not reported', async () => {
  const { handlers, sent, refused } = scripted((what) => {
    if (what !== 'one') return;
    discard(id);
    return new Failure('not-found');
  });
  const id = comment('one');
  comment('two');
  connect(true);
  start(handlers);
  await vi.waitFor(() => expect(sent).toEqual(['one', 'two']));
  expect(refused).toEqual([]);
});

test('a refused message keeps its reason, does not block the next message, and is retried on request', async () => {
  const answers: unknown[] = [new Failure('not-found')];
  const { handlers, sent } = scripted(() => answers.shift());
  const id = message('one');
  message('two');
  connect(true);
  start(handlers);
  await vi.waitFor(() => expect(sent).toEqual(['one', 'two']));
  await vi.waitFor(() => expect(waiting()).toMatchObject([{ id, failure: 'not-found' }]));
  recordAttempt(id, {});
  await vi.waitFor(() => expect(waiting()).toEqual([]));
  expect(sent).toEqual(['one', 'two', 'one']);
});

test('a page does not send the pending writes of a member who signed in later', async () => {
  const { handlers, sent } = scripted();
  start(handlers);
  localStorage.setItem('loggedInUserId', '8');
  comment('of somebody else');
  connect(true);
  await Promise.resolve();
  expect([sent, waiting()]).toEqual([[], [expect.objectContaining({ kind: 'comment' })]]);
});

test('neither texts nor pictures of other posts wait for a video that is being prepared', async () => {
  const sent: string[] = [];
  const send = async ({ draft: { text } }: { draft: { text: string } }) => {
    sent.push(text);
    if (text === 'film') await new Promise(() => undefined);
  };
  const post = (text: string, more: object = {}) =>
    enqueue('post', { draft: { text, people: '', location: '', hashtags: '' }, createdAt: '', pictures: 1, ...more });
  connect(true);
  post('film', { unprepared: true });
  post('text');
  post('picture', { postId: 1 });
  start({ post: { send } } as never as OutboxHandlers);
  await vi.waitFor(() => expect(sent.toSorted()).toEqual(['film', 'picture', 'text']));
});
