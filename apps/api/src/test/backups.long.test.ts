// Long: backs up while members write; packages/platform tests backups without load.
import { join } from 'node:path';
import { openDatabase } from '@kith/db';
import { createTestDatabase, probe } from '@kith/db/testing';
import { recountCounters } from '@kith/domain';
import { restoreBackup, verifyBackup, writeBackup } from '@kith/platform/backup';
import { beforeAll, expect, inject, it } from 'vitest';
import { comment, like } from '../testing/actions.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { cast, type Person } from '../testing/testApp.ts';

const { server } = await serverForFile();
let people: Person[];

beforeAll(async () => {
  const { alice, bob, carol } = await cast(server.app);
  people = [alice, bob, carol];
});

it('a backup taken while members write is a consistent snapshot', async () => {
  const { domain, settings } = server.deps;
  let over = false;
  let written = 0;
  const write = async (person: Person) => {
    for (let round = 0; !over; round += 1) {
      const { body } = await person.post('/posts', { userId: person.userId, caption: `${round}` });
      const { postId } = body.data;
      for (const other of people) {
        await like(other, postId);
        await comment(other, postId, 'hi');
      }
      if (round % 3 === 0) await person.delete(`/posts/${postId}`);
      written += 1;
    }
  };
  const writing = people.map(write);
  await expect.poll(() => written).toBeGreaterThan(10);
  const file = join(settings.dataDir, 'kept.tar.zst');
  const seen = written;
  await writeBackup({
    databaseUrl: domain.db.pool.options.connectionString as string,
    storage: domain.storage,
    file,
  });
  await expect.poll(() => written).toBeGreaterThan(seen);
  over = true;
  await Promise.all(writing);

  const target = await createTestDatabase(inject('databaseUrl'));
  await restoreBackup({ backup: await verifyBackup(file), databaseUrl: target.url, storage: domain.storage });
  const db = await openDatabase({ url: target.url });
  try {
    const { rows } = await probe(db, 'select count(*) as n from posts');
    expect(rows[0].n).toBeGreaterThan(5);
    expect(rows[0].n).toBeLessThan(written);
    expect(await recountCounters({ ...domain, db })).toEqual({ corrected: 0 });
    const orphans = await probe(
      db,
      `select from likes l left join posts p on p.id = l.post_id where p.id is null
       union all select from comments c left join posts p on p.id = c.post_id where p.id is null
       union all select from notification_events e left join notifications n on n.id = e.notification_id where n.id is null`,
    );
    expect(orphans.rowCount).toBe(0);
    // After the restore, the ids of new rows are higher than those of existing rows.
    const next = `insert into posts (author_id, caption) values ($1, 'next') returning id`;
    const [{ id }] = (await probe(db, next, [people[0]?.userId])).rows;
    const { rows: most } = await probe(db, 'select max(id) as id from posts where id <> $1', [id]);
    expect(id).toBeGreaterThan(most[0].id);
  } finally {
    await db.close();
    await target.drop();
  }
}, 60_000);
