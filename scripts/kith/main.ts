import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { openDeps } from '@kith/api/deps';
import { type Context, Refusal, rebuildFeeds, recountCounters, setUserDisabled, writeExport } from '@kith/domain';
import { loadSettings, StartError } from '@kith/platform';
import { openCluster } from '../lib/cluster.ts';

const usage = `Usage: npm run kith -- COMMAND
  user disable NAME   shut an account out and end its sessions
  user enable NAME    let it in again
  feeds rebuild       fill every home feed from follows and posts
  export NAME [FILE]  everything of a member as a ZIP, in kith-NAME.zip unless FILE is named
  counters recount    recount stored counters and mend those that drifted`;

type Command = (ctx: Context, rest: string[]) => Promise<string>;

const setDisabled =
  (disabled: boolean): Command =>
  async (ctx, [userName]) => {
    if (!userName) throw new StartError(usage);
    await setUserDisabled(ctx, { userName, disabled });
    return `${userName} is ${disabled ? 'disabled' : 'enabled'}.`;
  };

const exportMember: Command = async (ctx, [userName = '', file = `kith-${userName}.zip`]) => {
  if (!/^[\w.-]{3,20}$/.test(userName)) throw new StartError(usage);
  const { rows } = await ctx.db.pool.query('select id from users where lower(user_name) = lower($1)', [userName]);
  if (!rows[0]) throw new Refusal('not-found');
  await writeExport(ctx, rows[0].id, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  return `Everything of ${userName} is in ${resolve(file)}.`;
};

const commands: Record<string, Command> = {
  'user disable': setDisabled(true),
  'user enable': setDisabled(false),
  'feeds rebuild': async (ctx) => {
    await rebuildFeeds(ctx);
    return 'Every feed is filled.';
  },
  'counters recount': async (ctx) => {
    const { mended } = await recountCounters(ctx);
    return `Counters recounted; ${mended} mended.`;
  },
};

/** An operator's commands, on the database the settings name, running or not. */
async function run(words: string[]): Promise<string> {
  const two = commands[words.slice(0, 2).join(' ')];
  const command = two ?? (words[0] === 'export' ? exportMember : undefined);
  const rest = words.slice(two ? 2 : 1);
  if (!command) throw new StartError(usage);
  const settings = loadSettings();
  const cluster = await openCluster(settings);
  const deps = await openDeps({ ...settings, databaseUrl: cluster.url });
  try {
    return await command(deps.domain, rest);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not-found') throw new StartError(`There is no member ${rest[0]}.`);
    if ((error as { code?: string }).code === 'EEXIST')
      throw new StartError(`${(error as Error).message}: name another FILE.`);
    throw error;
  } finally {
    await deps.close();
    await cluster.close();
  }
}

const asked = process.argv.slice(2);
try {
  console.log(asked.some((word) => word === '--help' || word === '-h') ? usage : await run(asked));
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
