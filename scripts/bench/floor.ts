import {
  chatQueries,
  commentQueries,
  contactQueries,
  feedQueries,
  followQueries,
  likeQueries,
  messageQueries,
  notificationQueries,
  openDatabase,
  postQueries,
  rankingQueries,
  type Statement,
  statementIn,
  userQueries,
  wordQueries,
} from '@kith/db';
import Fastify from 'fastify';
import { hotMembers } from './cases.ts';
import { largeGroup } from './fillChats.ts';

/**
 * The two baselines with which the bench compares the product: SQL statements behind bare Fastify routes, without sessions,
 * validation or conversion. `/moving` runs the product's current statements, `/still` the fixed ones of stillFloor.sql.
 */
const { DATABASE_URL = '', FLOOR_PORT = '', FLOOR_POSTS = '' } = process.env;
const db = await openDatabase({ url: DATABASE_URL });
const app = Fastify({ logger: false });
const top = Number.MAX_SAFE_INTEGER;
const newest = ['infinity', top, 21] as const;
const posts = Number(FLOOR_POSTS);

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

type By = { Params: { id: number } };

/** Serves a path of both baselines. The statements take a member's id, and the id of the next post to write to. */
function serve(
  method: 'get' | 'post',
  path: string,
  moving: (id: number, postId: number) => Promise<unknown>,
  name = path,
): void {
  const { text }: Statement<unknown[], unknown> = statementIn(new URL('./', import.meta.url), `stillFloor/${name}`);
  const still = { name: `still/${name}`, text };
  const parameters = text.includes('$2') ? 2 : Number(text.includes('$1'));
  const calls = { moving: 0, still: 0 };
  // Returns a new pair of member and post for each call of a path. For `hot`, all `hotMembers` like one post, then the next.
  const about = (id: number, call: number): [id: number, postId: number] =>
    path === 'hot'
      ? [hotMembers.first + (call % hotMembers.count), 1 + Math.floor(call / hotMembers.count)]
      : [path === 'like' ? id + Math.floor(call / posts) : id, 1 + (call % posts)];
  app[method]<By>(`/moving/${path}/:id`, ({ params }) => moving(...about(Number(params.id), calls.moving++)));
  app[method]<By>(`/still/${path}/:id`, ({ params }) =>
    db.run(still, about(Number(params.id), calls.still++).slice(0, parameters)),
  );
}

serve('get', 'home', (id) => db.run(feedQueries.home, [id, ...newest]));
serve('get', 'pictures', (id) => db.run(feedQueries.home, [id, ...newest]));
serve('get', 'mixed', (id) => db.run(feedQueries.home, [id, ...newest]), 'home');
serve('get', 'older', (id) => db.run(feedQueries.older, [id, ...newest]), 'home');
serve('get', 'profile', (id) => db.run(postQueries.byUser, [id, 5, ...newest]));
serve('get', 'popular', (id) => db.run(rankingQueries.popular, [id, 0, 21, null]));
serve('get', 'comments', (id) => db.run(commentQueries.newest, [id, 77, top, 21]));
serve('get', 'followers', (id) => db.run(followQueries.followers, [id, 5, ...newest]));
serve('get', 'search', (id) => db.run(userQueries.search, [id, 'bench_1', 'bench_1~', '', 21]));
const found = (id: number, words: string[], begin: string | null) => {
  const end = begin === null ? null : `${begin}\u{10FFFF}`;
  const terms = words.map((_, i) => i + 1);
  const count = words.length + Number(begin !== null);
  return db.run(wordQueries.posts, [id, words, terms, begin, end, count, top, 21, 12 - words.length]);
};
serve('get', 'frequentWords', (id) => found(id, ['a'], 'the'));
serve('get', 'halfWord', (id) => found(id, ['the'], 'word7'));
serve('get', 'tag', (id) => found(id, ['#tenth tenth'], null));
serve('get', 'conversation', (id) => db.run(messageQueries.page, [id, null, 2, top, 0, 21]));
serve('get', 'contacts', (id) => db.run(contactQueries.list, [id, top, top, 21, null]));
serve('get', 'chats', (id) => db.run(chatQueries.list, [id, top, top, 201, false, null]));
serve('get', 'messageSearch', (id) => db.run(messageQueries.search, [id, [], null, top, 21, 1_000, 'word7', null, 12]));
serve('get', 'notifications', (id) => db.run(notificationQueries.list, [id, ...newest, null]));
serve('post', 'post', async (id) => {
  const [row] = await db.run(postQueries.create, [
    id,
    'A new post',
    null,
    null,
    500,
    null,
    'public',
    'everyone',
    null,
    ['a', 'new', 'post'],
    0,
    false,
    5_000,
  ]);
  if (!row) throw new Error('no post was made');
  await db.run(feedQueries.fanOut, [row.id, row.job_id]);
  return db.run(postQueries.byId, [id, row.id]);
});
serve('post', 'like', (id, postId) => db.run(likeQueries.add, [id, postId]).then(thenNotify));
serve('post', 'hot', (id, postId) => db.run(likeQueries.add, [id, postId]).then(thenNotify), 'like');
serve('post', 'comment', (id, postId) =>
  db.run(commentQueries.create, [id, postId, 'A comment', null, null]).then(thenNotify),
);
serve('post', 'message', (id) =>
  db.run(messageQueries.send, [id, null, 2, 'A message', null, null, null, null, [], []]),
);
serve('post', 'groupMessage', (id) =>
  db.run(messageQueries.send, [id, largeGroup, null, 'A message', null, null, null, null, ['a', 'message'], []]),
);

await app.listen({ host: '127.0.0.1', port: Number(FLOOR_PORT) });
process.send?.({ ready: true });
process.on('disconnect', () => process.exit(0));
