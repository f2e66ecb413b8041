import {
  commentQueries,
  feedQueries,
  followQueries,
  likeQueries,
  messageQueries,
  openDatabase,
  postQueries,
  userQueries,
} from '@kith/db';
import Fastify from 'fastify';

/** The floor: the same statements behind a bare Fastify route, no sessions, no contracts, no views. */
const { DATABASE_URL = '', FLOOR_PORT = '' } = process.env;
const db = await openDatabase({ url: DATABASE_URL });
const app = Fastify({ logger: false });
const top = Number.MAX_SAFE_INTEGER;

app.get<{ Params: { id: number } }>('/home/:id', (r) => db.run(feedQueries.home, [r.params.id, 'infinity', top, 21]));
app.get('/profile', () => db.run(postQueries.byUser, [1, 5, 'infinity', top, 21]));
app.get('/popular', () => db.run(postQueries.popular, [1, 0, 21, null]));
app.get('/comments', () => db.run(commentQueries.byPost, [77, top, 21]));
app.get('/followers', () => db.run(followQueries.followers, [1, 5, 'infinity', top, 21]));
app.get('/search', () => db.run(userQueries.search, [1, 'bench_1', 'bench_1~', '', 21]));
app.get('/conversation', () => db.run(messageQueries.conversation, [1, 2, top, 0, 21]));
app.get('/contacts', () => db.run(messageQueries.contacts, [1, top, top, 21, null]));
let post = 0;
const nextPost = () => {
  post = (post % 10_000) + 1;
  return post;
};
app.post('/post', () => db.run(postQueries.create, [1, 'A new post', null, null, [], 500]));
app.post('/like', () => db.run(likeQueries.add, [1, nextPost()]));
app.post('/comment', () => db.run(commentQueries.create, [1, nextPost(), 'A comment', null]));
app.post('/message', () => db.run(messageQueries.send, [1, 2, 'A message', null]));

await app.listen({ host: '127.0.0.1', port: Number(FLOOR_PORT) });
process.send?.({ ready: true });
process.on('disconnect', () => process.exit(0));
