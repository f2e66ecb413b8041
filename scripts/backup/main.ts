import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { openDatabase } from '@kith/db';
import { appendToLog } from '@kith/domain';
import { createLog, createStorage, lineOf, loadSettings, StartError } from '@kith/platform';
import { makeRecordedBackup } from '@kith/platform/backup';
import { inMegabytes, reportProgress } from '../lib/backupProgress.ts';
import { openCluster } from '../lib/cluster.ts';
import { readOptions } from '../lib/options.ts';

const usage = `Usage: npm run backup -- FILE
Keeps everything in one archive, while Kith runs or not: members and what they wrote, as they are at one moment, and their
pictures. Settings (.env) are not in it. \`npm run restore -- FILE\` brings it back. Members' secrets are in FILE: keep it safe.
With BACKUP_EVERY the worker does it by itself.`;

async function run(): Promise<void> {
  const [name = ''] = readOptions(usage, {}, 1).positionals;
  const file = resolve(name);
  if (existsSync(file)) throw new StartError(`${file} is there already: name a new file.`);
  const settings = loadSettings();
  const cluster = await openCluster(settings, { make: false });
  const db = await openDatabase({ url: cluster.url });
  try {
    const storage = await createStorage(settings, createLog(settings, 'backup'));
    await db.transaction((tx) => appendToLog(tx, null, { action: 'backup-started' }));
    const { contents, bytes } = await makeRecordedBackup(db, {
      databaseUrl: cluster.url,
      storage,
      file,
      onProgress: reportProgress(),
    });
    const rows = Object.entries(contents).reduce(
      (sum, [part, { items }]) => sum + (part.startsWith('database/') ? items : 0),
      0,
    );
    console.log(`${file} holds ${rows} rows and ${contents.files?.items ?? 0} files in ${inMegabytes(bytes)}.`);
  } finally {
    await db.close();
    await cluster.close();
  }
}

try {
  await run();
} catch (error) {
  console.error(lineOf(error));
  process.exitCode = 1;
}
