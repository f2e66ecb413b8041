import { feedQueries, openDatabase } from '@kith/db';
import Fastify from 'fastify';

/**
 * The floor with which the bench compares the home feed: the product's own statement behind a bare Fastify route, without
 * sessions, validation or conversion. The difference is what the server adds.
 */
const { DATABASE_URL = '', FLOOR_PORT = '' } = process.env;
const db = await openDatabase({ url: DATABASE_URL });
const app = Fastify({ logger: false });
app.get<{ Params: { id: number } }>('/home/:id', ({ params }) =>
  db.run(feedQueries.home, [Number(params.id), 'infinity', Number.MAX_SAFE_INTEGER, 21]),
);

await app.listen({ host: '127.0.0.1', port: Number(FLOOR_PORT) });
process.send?.({ ready: true });
process.on('disconnect', () => process.exit(0));
