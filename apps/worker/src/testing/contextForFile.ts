import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@kith/db';
import { createTestDatabase } from '@kith/db/testing';
import type { Context } from '@kith/domain';
import { createLog, createMaintenance, createPlatform, loadSettings } from '@kith/platform';
import { afterAll, inject } from 'vitest';

/** What the handlers of jobs get, with a database and a folder of their own, for all tests of a file. */
export async function contextForFile() {
  const folder = mkdtempSync(join(tmpdir(), 'kith-worker-'));
  const database = await createTestDatabase(inject('databaseUrl'));
  const settings = loadSettings({ DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const log = createLog(settings, 'test');
  const platform = await createPlatform(settings, { log });
  const db = await openDatabase({ url: database.url });
  const { stores, storage } = platform;
  const maintenance = createMaintenance({ settings, stores, storage, db });
  const ctx: Context = {
    ...platform,
    maintenance,
    db,
    log,
    clock: { now: () => new Date() },
    settings: {
      publicUrl: 'https://kith.test',
      mediaUrl: '/media',
      passwordSignIn: true,
      confirmEmail: false,
      signUp: null,
      publicPages: null,
      memberInvitations: null,
      maxVideoSeconds: null,
      maxVideoBytes: null,
      announceJoins: null,
      linkPreviews: null,
      moderatorsNeedSecondFactor: false,
      notifyAfter: 0,
      memberStorage: 5e9,
      importStorage: 20e9,
      maxFanOut: 5_000,
    },
  };
  afterAll(async () => {
    await maintenance.close();
    await platform.close();
    await db.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  return { ctx, db, platform, folder };
}
