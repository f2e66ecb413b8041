import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDeps } from '@kith/api/deps';
import { Image } from '@kith/db';
import { migrate } from '@kith/db/migrate';
import { type Context, newToken } from '@kith/domain';
import { loadSettings, migratePlatform, StartError } from '@kith/platform';
import { root } from '../lib/bootstrap.mjs';
import { openCluster } from '../lib/cluster.ts';
import { readOptions } from '../lib/options.ts';
import { supervise } from '../start/child.ts';
import { seedBulk } from './bulk.ts';
import { seedGatherings } from './gatherings.ts';
import { seedMessages } from './messages.ts';
import { type Cast, firstSeeding, seedPeople } from './people.ts';
import { seedPosts } from './posts.ts';
import { progress } from './progress.ts';
import { seedQueries } from './queries.ts';
import { people, password as publishedPassword } from './stories.ts';

const usage = `Usage: npm run seed -- [--users N --posts N]
Fills the database with twelve people and their posts, in three languages; with --users and --posts a crowd besides.
In production also --yes-in-production: the accounts are real there, and get a random password.`;

interface SeedOptions {
  users: number;
  posts: number;
  yesInProduction: boolean;
}

/** Reads the options; `--users N` and `--posts N` are 0 by default. */
function readSeedOptions(): SeedOptions {
  const values = readOptions(usage, {
    users: { type: 'string' },
    posts: { type: 'string' },
    'yes-in-production': { type: 'boolean' },
  });
  const number = (name: 'users' | 'posts') => {
    const value = Number(values[name] ?? 0);
    if (!Number.isInteger(value) || value < 0) throw new StartError(`--${name} should be a whole number.`);
    return value;
  };
  const numbers = { users: number('users'), posts: number('posts') };
  if (numbers.posts > 0 && numbers.users === 0)
    throw new StartError('--posts needs members to write them: give --users too.');
  return { ...numbers, yesInProduction: values['yes-in-production'] ?? false };
}

/**
 * Gives the notifications that seeding has caused realistic dates: one to five hours after the post they are about, or else two
 * days before the seeding. Marks those from more than ten hours before the seeding as read.
 */
async function backdateNotifications(ctx: Context, cast: Cast, since: Date): Promise<void> {
  const users = [...cast.values()].map(({ userId }) => userId);
  await ctx.db.run(seedQueries.backdateNotifications, [users, since]);
}

/** Waits until the worker has processed all seeded pictures. */
async function untilPicturesAreMade(ctx: Context): Promise<void> {
  const waiting = () => ctx.db.em().count(Image, { status: 'processing' });
  const all = await waiting();
  if (all === 0) return;
  const report = progress('Pictures', all);
  for (let left = all; left > 0; left = await waiting()) {
    report(Math.max(0, all - left));
    await wait(300);
  }
  report(all);
}

async function seed(): Promise<void> {
  const { yesInProduction, ...numbers } = readSeedOptions();
  const settings = loadSettings();
  if (settings.production && !yesInProduction)
    throw new StartError(
      'This server is in production, and seeding creates twelve accounts on it: add --yes-in-production.',
    );
  const password = settings.production ? newToken() : publishedPassword;
  const cluster = await openCluster(settings, { make: true });
  await migrate(cluster.url);
  await migratePlatform(cluster.url);
  const worker = supervise('worker', join(root, 'apps/worker/src/main.ts'), {
    ...process.env,
    DATABASE_URL: cluster.url,
    // The worker of a running Kith has the port.
    WORKER_PORT: '',
  });
  const deps = await openDeps({ ...settings, databaseUrl: cluster.url });
  try {
    await worker.ready;
    const cast = await seedPeople(deps.domain, password);
    const since = await firstSeeding(deps.domain, cast);
    await seedPosts(deps.domain, cast, since);
    await seedMessages(deps.domain, cast, since);
    await seedGatherings(deps.domain, cast, since);
    await backdateNotifications(deps.domain, cast, since);
    await seedBulk(deps.domain, numbers);
    await untilPicturesAreMade(deps.domain);
  } finally {
    await worker.stop();
    await deps.close();
    await cluster.close();
  }
  console.log(
    `The community is in ${cluster.name}. Log in as ${people[0]?.userName} or any other of the cast, with the password ${password}`,
  );
}

try {
  await seed();
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
