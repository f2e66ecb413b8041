import { craftZip } from '@kith/domain/testing/zip';
import { expect, test } from 'vitest';
import { importArchive } from '../testing/imports.ts';
import { serverForFile } from '../testing/serverForFile.ts';
import { signUpAnew } from '../testing/testApp.ts';

const { server, sql } = await serverForFile();

test('an import waits for missing pictures of 20,000 posts of a member, and of no more', async () => {
  const [alice] = await signUpAnew(server, 'alice');
  const countGaps = async () => {
    const [row] = await sql(
      'select count(*)::int from import_gaps g join imports m on m.id = g.import_id where m.user_id = $1',
      [alice.userId],
    );
    return row.count;
  };
  const post = { creation_timestamp: 1_500_000_000, media: [{ uri: 'media/posts/gone.png' }] };
  const another = (at: number) =>
    craftZip([
      {
        name: 'your_instagram_activity/media/posts_1.json',
        data: JSON.stringify([{ ...post, creation_timestamp: post.creation_timestamp + at }]),
      },
    ]);
  const { importId } = await importArchive(server, alice, another(0));
  await sql(
    `insert into import_gaps (import_id, post) select $1, '{"missing": [], "caption": ""}' from generate_series(1, 19998)`,
    [importId],
  );
  await importArchive(server, alice, another(1));
  await importArchive(server, alice, another(2));
  expect(await countGaps()).toBe(20_000);
});
