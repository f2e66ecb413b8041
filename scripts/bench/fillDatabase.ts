import { existsSync, writeFileSync } from 'node:fs';
import { openDeps } from '@kith/api/deps';
import { migrate, openDatabase } from '@kith/db';
import { publishRanking, scorePosts } from '@kith/domain';
import { loadSettings, migratePlatform } from '@kith/platform';
import { fill, type Sizes } from './fill.ts';

/**
 * Migrates the database of DATABASE_URL, fills it unless an earlier run did, and writes the members for the load to a file.
 * `--against` runs a copy of this file in an older checkout, with its schema and fill, so it may import only modules that have
 * existed as long as the bench.
 */
const [sizes = '{}', castFile = ''] = process.argv.slice(2);
const { DATABASE_URL = '' } = process.env;
await migrate(DATABASE_URL);
await migratePlatform(DATABASE_URL);
if (existsSync(castFile)) process.exit();
const deps = await openDeps({ ...loadSettings(process.env), databaseUrl: DATABASE_URL });
// A step writes a million rows, which exceeds the statement time-out of an api process.
const db = await openDatabase({ url: DATABASE_URL });
const ctx = { ...deps.domain, db };
// The fill of an older version takes one more argument, which it calls after each part.
const older: unknown[] = [async () => {}];
const log = (what: string) => process.stderr.write(`filling: ${what}\n`);
const cast = await fill(ctx, JSON.parse(sizes) as Sizes, log, ...(older as []));
const runAt = new Date().toISOString();
const run = { runAt, slice: 0, of: 1 };
await scorePosts(ctx, run);
await publishRanking(ctx, run);
writeFileSync(castFile, JSON.stringify({ cast, sizes: JSON.parse(sizes), filledAt: new Date().toISOString() }));
await db.close();
await deps.close();
process.exit();
