import { searchWords } from '@kith/contracts';
import type { Statement } from '@kith/db';
import { type Context, rebuildFeeds } from '@kith/domain';
import { progress } from './progress.ts';
import { seedQueries } from './queries.ts';

const chunk = 5000;

/** How many other bulk users each bulk user follows. */
const follows = 20;

/**
 * Inserts bulk users, named member_1 and so on, until there are `users`, and posts by them until there are `posts`. A second run
 * with the same numbers adds nothing. Bulk users cannot log in.
 */
export async function seedBulk(ctx: Context, { users, posts }: { users: number; posts: number }): Promise<void> {
  if (users === 0) return;
  const run = (statement: Statement<[], never>) => ctx.db.run(statement, []);
  const fill = async (
    what: string,
    from: number,
    to: number,
    add: (...part: [first: number, last: number]) => Promise<unknown>,
  ) => {
    if (from >= to) return;
    const report = progress(what, to);
    for (let first = from + 1; first <= to; first += chunk) {
      const last = Math.min(first + chunk - 1, to);
      await add(first, last);
      report(last);
    }
  };
  const [has = { users: 0, posts: 0 }] = await ctx.db.run(seedQueries.counts, []);
  const of = Math.max(users, has.users);
  await fill('Members', has.users, users, (...part) => ctx.db.run(seedQueries.addUsers, part));
  await run(seedQueries.numbered);
  try {
    await run(seedQueries.emptyNumbers);
    await run(seedQueries.fillNumbers);
    await run(seedQueries.analyze);
    await fill('Members who follow others', has.users, users, (...part) =>
      ctx.db.run(seedQueries.addFollows, [...part, of, follows]),
    );
    const words = (await ctx.db.run(seedQueries.captions, [])).flatMap(({ caption }) =>
      searchWords([caption]).map((word) => ({ caption, word })),
    );
    const indexed = [words.map(({ caption }) => caption), words.map(({ word }) => word)] as const;
    await fill('Bulk posts', has.posts, posts, (...part) =>
      ctx.db.run(seedQueries.addPosts, [...part, of, ...indexed]),
    );
    if (users <= has.users && posts <= has.posts) return;
    await run(seedQueries.countUsers);
    await run(seedQueries.countPosts);
  } finally {
    await run(seedQueries.dropNumbers);
  }
  await rebuildFeeds(ctx);
  await run(seedQueries.analyze);
}
