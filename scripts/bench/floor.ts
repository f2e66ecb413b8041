import {
  commentQueries,
  feedQueries,
  followQueries,
  likeQueries,
  messageQueries,
  notificationQueries,
  openDatabase,
  postQueries,
  userQueries,
} from '@kith/db';
import Fastify from 'fastify';
import { hotMembers } from './cases.ts';

/** The floor: the same statements behind a bare Fastify route, no sessions, no contracts, no views. */
const { DATABASE_URL = '', FLOOR_PORT = '', FLOOR_POSTS = '' } = process.env;
const db = await openDatabase({ url: DATABASE_URL });
const app = Fastify({ logger: false });
const top = Number.MAX_SAFE_INTEGER;

app.get<{ Params: { id: number } }>('/home/:id', (r) => db.run(feedQueries.home, [r.params.id, 'infinity', top, 21]));
app.get<{ Params: { id: number } }>('/mixed/:id', (r) => db.run(feedQueries.both, [r.params.id, 'infinity', top, 21]));
app.get<{ Params: { id: number } }>('/older/:id', (r) => db.run(feedQueries.older, [r.params.id, 'infinity', top, 21]));
app.get('/profile', () => db.run(postQueries.byUser, [1, 5, 'infinity', top, 21]));
app.get('/popular', () => db.run(postQueries.popular, [1, 0, 21, null]));
app.get('/comments', () => db.run(commentQueries.byPost, [1, 77, top, 21]));
app.get('/followers', () => db.run(followQueries.followers, [1, 5, 'infinity', top, 21]));
app.get('/search', () => db.run(userQueries.search, [1, 'bench_1', 'bench_1~', '', 21]));
app.get('/conversation', () => db.run(messageQueries.conversation, [1, 2, top, 0, 21]));
app.get('/contacts', () => db.run(messageQueries.contacts, [1, top, top, 21, null]));
app.get('/notifications', () => db.run(notificationQueries.list, [1, 'infinity', top, 21, null]));

let post = 0;
const nextPost = () => {
  post = (post % Number(FLOOR_POSTS)) + 1;
  return post;
};
type By = { Params: { id: number } };
app.post<By>('/post/:id', async ({ params: { id } }) => {
  const [row] = await db.run(postQueries.create, [id, 'A new post', null, null, [], 500, {}, 'public', 'everyone']);
  if (!row) throw new Error('no post was made');
  await db.run(feedQueries.fanOut, [row.id, 0, 5_000, row.job_id]);
  return db.run(postQueries.byId, [id, row.id]);
});
app.post<By>('/like/:id', (r) => db.run(likeQueries.add, [r.params.id, nextPost()]));
let likes = 0;
app.post('/hot', () => {
  const { first, count } = hotMembers;
  likes += 1;
  return db.run(likeQueries.add, [first + (likes % count), 1 + Math.floor(likes / count)]);
});
app.post<By>('/comment/:id', (r) => db.run(commentQueries.create, [r.params.id, nextPost(), 'A comment', null]));
app.post<By>('/message/:id', (r) => db.run(messageQueries.send, [r.params.id, 2, 'A message', null]));

await app.listen({ host: '127.0.0.1', port: Number(FLOOR_PORT) });
process.send?.({ ready: true });
process.on('disconnect', () => process.exit(0));
