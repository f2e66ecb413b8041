// Long: writes thirty thousand messages into the database and exports them.
import { Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { directChat } from '@kith/db/testing';
import { writeExport } from '@kith/domain';
import { expect, it } from 'vitest';
import { castForFile } from '../testing/serverForFile.ts';
import { signUpAndIn } from '../testing/testApp.ts';

const { server, sql, alice } = await castForFile();

it('an export of thirty thousand messages takes no more memory than one page of them', async () => {
  const hal = await signUpAndIn(server.app, 'hal');
  // The messages are inserted in batches, because each locks and updates its chat.
  const chatId = await directChat(server.deps.domain.db, hal.userId, alice.userId);
  for (let i = 0; i < 30; i += 1) {
    await sql(
      `insert into messages (sender_id, receiver_id, chat_id, content)
       select $1, $2, $3, repeat(md5(i::text), 31) from generate_series(1, 1000) i`,
      [hal.userId, alice.userId, chatId],
    );
  }
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const held = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = held();
  let [most, chunks] = [0, 0];
  const sink = new Writable({
    write(_chunk, _encoding, done) {
      chunks += 1;
      if (chunks % 50 === 1) most = Math.max(most, held());
      done();
    },
  });
  const bytes = await writeExport(server.deps.domain, hal.userId, sink);
  expect(bytes).toBeGreaterThan(500_000);
  expect(chunks).toBeGreaterThan(20);
  // All messages together take 30 MB, so the export never held all of them in memory.
  expect(most - before).toBeLessThan(20_000_000);
}, 120_000);
