// Long: migrates databases of six earlier versions, each in dozens of steps.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrate } from './migrate.ts';
import { catalog, columnOrder, inPlace, readCatalog } from './testing/catalog.ts';
import { createEmptyDatabase, createReleasedDatabase, createTestDatabase } from './testing/index.ts';

let fresh: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  fresh = await createTestDatabase(inject('databaseUrl'));
});
afterAll(() => fresh.drop());

describe('a database of an earlier version', () => {
  const expectAsFresh = async (url: string) => {
    const all = `${catalog} union all ${inPlace} union all ${columnOrder} order by name, words`;
    const expected = await readCatalog(fresh.url, all);
    expect(expected.length).toBeGreaterThan(200);
    expect(await readCatalog(url, all)).toEqual(expected);
  };

  it.each(['c550dfc', '1b76bea'] as const)(
    'as released with %s is migrated to the schema of a fresh one',
    async (commit) => {
      const { url, drop: dropOld } = await createReleasedDatabase(inject('databaseUrl'), commit);
      await migrate(url);
      await expectAsFresh(url);
      await migrate(url);
      await expectAsFresh(url);
      await dropOld();
    },
  );

  it.each(['Migration001Initial', 'Migration020LikeWeights', 'Migration028Likers', 'Migration029Replies'])(
    'at %s is migrated to the schema of a fresh one',
    async (upTo) => {
      const { url, drop: dropOld } = await createEmptyDatabase(inject('databaseUrl'));
      await migrate(url, { upTo });
      await migrate(url);
      await expectAsFresh(url);
      await dropOld();
    },
  );
});
