import { searchWords } from '@kith/contracts';
import type { Database } from '@kith/db';
import { probe } from '@kith/db/testing';

/** The number of words of one statement, which the server's time-out ends on a busy machine. */
const batch = 5_000;

/** Adds posts that a test has inserted by SQL to the search index. */
export async function indexPosts(db: Database): Promise<void> {
  const { rows } = await probe<{ id: number; caption: string }>(
    db,
    'select id, caption from posts p where not exists (select from post_words w where w.post_id = p.id)',
  );
  const words = rows.flatMap(({ id, caption }) => searchWords([caption]).map((word) => ({ id, word })));
  for (let from = 0; from < words.length; from += batch) {
    const some = words.slice(from, from + batch);
    await probe(
      db,
      `insert into post_words (post_id, word, author_id, restricted_to)
       select p.id, w.word, u.id, restricted_to(p.audience, u.private, p.frozen_at, p.hidden_at)
       from unnest($1::bigint[], $2::text[]) w (post_id, word) join posts p on p.id = w.post_id join users u on u.id = p.author_id`,
      [some.map(({ id }) => id), some.map(({ word }) => word)],
    );
  }
}
