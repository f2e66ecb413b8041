import { existsSync, writeFileSync } from 'node:fs';
import { openDeps } from '@kith/api/deps';
import { openDatabase } from '@kith/db';
import { migrate } from '@kith/db/migrate';
import { publishRanking, scorePosts } from '@kith/domain';
import { loadSettings, migratePlatform } from '@kith/platform';
import { fill, type Sizes } from './fill.ts';

/**
 * Migrates the database of DATABASE_URL, fills the database unless an earlier run did, and writes the members as whom the bench
 * sends requests to a file. The bench's option `--against` runs a copy of this file in the checkout of an older commit, so this
 * file may import only what the last release has.
 */
const [sizes = '{}', castFile = ''] = process.argv.slice(2);
const { DATABASE_URL = '' } = process.env;
await migrate(DATABASE_URL);
await migratePlatform(DATABASE_URL);
if (existsSync(castFile)) process.exit();
const deps = await openDeps({ ...loadSettings(process.env), databaseUrl: DATABASE_URL });
// This connection has no statement time-out: a step writes a million rows, which takes longer than an api process allows.
const db = await openDatabase({ url: DATABASE_URL });
const ctx = { ...deps.domain, db };
const log = (what: string) => process.stderr.write(`filling: ${what}\n`);
const cast = await fill(ctx, JSON.parse(sizes) as Sizes, log);
const run = { runAt: new Date().toISOString() };
await scorePosts(ctx, run);
await publishRanking(ctx, run);
writeFileSync(castFile, JSON.stringify({ cast, sizes: JSON.parse(sizes), filledAt: new Date().toISOString() }));
await db.close();
await deps.close();
process.exit();
