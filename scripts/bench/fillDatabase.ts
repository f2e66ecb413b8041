import { existsSync, writeFileSync } from 'node:fs';
import { openDeps } from '@kith/api/deps';
import { openDatabase } from '@kith/db';
import { migrate } from '@kith/db/migrate';
import { probe } from '@kith/db/testing';
import { publishRanking, scorePosts } from '@kith/domain';
import { loadSettings, migratePlatform } from '@kith/platform';
import { fill, type Sizes } from './fill.ts';

/**
 * Migrates the database of DATABASE_URL, fills it unless an earlier run did, and writes the members as whom the bench sends
 * requests to a file. A bench of a later commit runs this script with `--against`, so its arguments and the file's contents stay
 * as they are.
 */
const [sizes = '{}', castFile = ''] = process.argv.slice(2);
const { DATABASE_URL = '' } = process.env;
await migrate(DATABASE_URL);
await migratePlatform(DATABASE_URL);
if (existsSync(castFile)) process.exit();
console.error('Filling a database …');
const deps = await openDeps({ ...loadSettings(process.env), databaseUrl: DATABASE_URL });
// This connection has no statement time-out: a step writes a million rows, which takes longer than an api process allows.
const db = await openDatabase({ url: DATABASE_URL });
const ctx = { ...deps.domain, db };
const cast = await fill(ctx, JSON.parse(sizes) as Sizes);
const run = { runAt: new Date().toISOString() };
await scorePosts(ctx, run);
await publishRanking(ctx, run);
// Without it, stopping the server would take longer than it may.
await probe(db, 'checkpoint');
writeFileSync(castFile, JSON.stringify({ cast, sizes: JSON.parse(sizes), filledAt: new Date().toISOString() }));
await db.close();
await deps.close();
process.exit();
