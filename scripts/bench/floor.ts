import {
  chatListQueries,
  commentQueries,
  feedQueries,
  followQueries,
  likeQueries,
  messageQueries,
  notificationQueries,
  openDatabase,
  postQueries,
  rankingQueries,
  todayQueries,
  userQueries,
  wordQueries,
} from '@kith/db';
import Fastify from 'fastify';
import { largeGroup } from './fill.ts';

/**
 * The floor with which the bench compares the product: the product's own statements behind bare Fastify routes, without sessions,
 * validation or conversion.
 */
const { DATABASE_URL = '', FLOOR_PORT = '', FLOOR_POSTS = '', FLOOR_USERS = '' } = process.env;
const db = await openDatabase({ url: DATABASE_URL });
const app = Fastify({ logger: false });
const top = Number.MAX_SAFE_INTEGER;
const newest = ['infinity', top, 21] as const;
/** The floor writes to so many first posts and members. */
const [posts, users] = [Number(FLOOR_POSTS), Number(FLOOR_USERS)];

let due = false;

/**
 * Delivers the notifications that a write has recorded, after the same delay as the product. Without this, the bench would count
 * their cost for the server that it measures next.
 */
function thenNotify<R>(result: R): R {
  if (due) return result;
  due = true;
  setTimeout(async () => {
    due = false;
    for (let rows = 500; rows === 500; ) rows = (await db.run(notificationQueries.deliver, [500]))[0]?.rows ?? 0;
  }, 300);
  return result;
}

/** Serves a path. `statement` gets a member's id and the number of the call. */
function serve(method: 'get' | 'post', path: string, statement: (id: number, n: number) => Promise<unknown>): void {
  let calls = 0;
  app[method]<{ Params: { id: number } }>(`/${path}/:id`, ({ params }) => statement(Number(params.id), calls++));
}

serve('get', 'home', (id) => db.run(feedQueries.home, [id, ...newest]));
const day = (offset: number): string =>
  new Date(Math.floor(Date.now() / 86_400_000 + offset) * 86_400_000).toISOString();
const years = (offset: number): string[] => Array.from({ length: 10 }, (_, n) => day(offset - 365 * (n + 1)));
serve('get', 'today', (id) => db.run(todayQueries.posts, [id, day(0), day(1), years(0), years(1)]));
serve('get', 'explore', (id) => db.run(postQueries.newest, [id, ...newest]));
serve('get', 'popular', (id) => db.run(rankingQueries.popular, [id, 0, 21, null]));
serve('get', 'profile', (id) => db.run(userQueries.byId, [id, 5]));
serve('get', 'byUser', (id) => db.run(postQueries.byUser, [id, 5, ...newest]));
serve('get', 'post', (id) => db.run(postQueries.byId, [id, 77]));
serve('get', 'comments', (id) => db.run(commentQueries.newest, [id, 77, top, 21]));
serve('get', 'search', (id) => db.run(userQueries.search, [id, 'bench_1', 'bench_1~', '', 21]));
serve('get', 'frequentWords', (id) => db.run(wordQueries.posts, [id, ['a'], 'the', 'the\u{10FFFF}', top, 21, 11]));
serve('get', 'chats', (id) => db.run(chatListQueries.list, [id, top, top, top, top, 201, false, null, null]));
serve('get', 'conversation', (id) => db.run(messageQueries.page, [id, null, 2, top, 0, 21]));
serve('get', 'notifications', (id) => db.run(notificationQueries.list, [id, ...newest, null]));
serve('post', 'create', async (id) => {
  const words = ['a', 'new', 'post'];
  const caption = 'A new post';
  const [row] = await db.run(postQueries.create, [
    ...([id, caption, null, null, 500, null, 'public'] as const),
    ...(['everyone', null, words, 0, false, 5_000, null] as const),
  ]);
  if (!row) throw new Error('no post was made');
  await db.run(feedQueries.fanOut, [row.id, row.job_id]);
  return db.run(postQueries.byId, [id, row.id]);
});
serve('post', 'like', (id, n) =>
  db.run(likeQueries.add, [id + Math.floor(n / posts), 1 + (n % posts)]).then(thenNotify),
);
serve('post', 'follow', (id, n) =>
  db.run(followQueries.add, [id + 1 + Math.floor(n / users), 1 + (n % users), null, false]).then(thenNotify),
);
serve('post', 'comment', (id, n) =>
  db.run(commentQueries.create, [id, 1 + (n % posts), 'A comment', null, null]).then(thenNotify),
);
const send = (id: number, chatId: number | null, to: number | null, words: string[]) =>
  db.run(messageQueries.send, [id, chatId, to, 'A message', null, null, null, null, words, []]);
serve('post', 'message', (id) => send(id, null, 2, []));
serve('post', 'groupMessage', (id) => send(id, largeGroup, null, ['a', 'message']));

await app.listen({ host: '127.0.0.1', port: Number(FLOOR_PORT) });
process.send?.({ ready: true });
process.on('disconnect', () => process.exit(0));
