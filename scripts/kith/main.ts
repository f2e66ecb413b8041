import { openDeps } from '@kith/api/deps';
import { type Context, Refusal, rebuildFeeds, recountCounters, setUserDisabled } from '@kith/domain';
import { loadSettings, StartError } from '@kith/platform';
import { openCluster } from '../lib/cluster.ts';

const usage = `Usage: npm run kith -- COMMAND
  user disable NAME   shut an account out and end its sessions
  user enable NAME    let it in again
  feeds rebuild       fill every home feed from follows and posts
  counters recount    recount stored counters and mend those that drifted`;

type Command = (ctx: Context, rest: string[]) => Promise<string>;

const setDisabled =
  (disabled: boolean): Command =>
  async (ctx, [userName]) => {
    if (!userName) throw new StartError(usage);
    await setUserDisabled(ctx, { userName, disabled });
    return `${userName} is ${disabled ? 'disabled' : 'enabled'}.`;
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
async function run([noun, verb, ...rest]: string[]): Promise<string> {
  const command = commands[`${noun} ${verb}`];
  if (!command) throw new StartError(usage);
  const settings = loadSettings();
  const cluster = await openCluster(settings);
  const deps = await openDeps({ ...settings, databaseUrl: cluster.url });
  try {
    return await command(deps.domain, rest);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not-found') throw new StartError(`There is no member ${rest[0]}.`);
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
