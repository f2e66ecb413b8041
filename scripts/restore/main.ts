import { resolve } from 'node:path';
import { createLog, createStorage, lineOf, loadSettings, StartError } from '@kith/platform';
import { restoreBackup, verifyBackup } from '@kith/platform/backup';
import { addressOfRunning } from '@kith/platform/postgres';
import { reportProgress } from '../lib/backupProgress.ts';
import { openCluster } from '../lib/cluster.ts';
import { readOptions } from '../lib/options.ts';

const usage = `Usage: npm run restore -- FILE [--force | --check]
Brings back what \`npm run backup\` kept, into the empty place that the settings name (DATA_DIR, DATABASE_URL, S3_*).
  --check   only reads FILE to its end and says what is in it
  --force   replaces the members who are there, even while Kith runs; start it anew afterwards`;

async function run(): Promise<string> {
  const { force, check, positionals } = readOptions(
    usage,
    { force: { type: 'boolean' }, check: { type: 'boolean' } },
    1,
  );
  const file = resolve(positionals[0] ?? '');
  // Verifies the archive before anything is changed or created.
  const backup = await verifyBackup(file).catch((error) => {
    throw error.code === 'ENOENT' ? new StartError(`There is no file ${file}.`) : error;
  });
  const { manifest, contents } = backup;
  const members = contents['database/users']?.items ?? 0;
  const what = `${members} members and ${contents.files?.items ?? 0} files, by Kith ${manifest.version} on ${manifest.createdAt}`;
  if (check) return `${file} is whole: ${what}.`;
  const settings = loadSettings();
  if (!settings.databaseUrl && !force && addressOfRunning(settings.dataDir))
    throw new StartError(`Kith runs on ${settings.dataDir}: stop it first. (--force restores while it runs.)`);
  const cluster = await openCluster(settings, { make: true });
  try {
    const storage = await createStorage(settings, createLog(settings, 'restore'));
    await restoreBackup({ backup, databaseUrl: cluster.url, storage, force, onProgress: reportProgress() });
  } finally {
    await cluster.close();
  }
  return `Restored: ${what}.
This is a copy: it makes no backups, and sends no mails, pushes and webhooks. If it is to be the real server from now on:
  npm run kith -- confirm-restore`;
}

try {
  console.log(await run());
} catch (error) {
  console.error(lineOf(error));
  process.exitCode = 1;
}
