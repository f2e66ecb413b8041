import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { type Deps, openDeps } from '@kith/api/deps';
import {
  appointHost,
  appointModerator,
  confirmRestore,
  exportMember,
  idOfMember,
  Refusal,
  rebuildFeeds,
  recountCounters,
  removeSecondFactorAsOperator,
  renewPushKeys,
} from '@kith/domain';
import { kithVersion, lineOf, loadSettings, StartError } from '@kith/platform';
import pg from 'pg';
import { openCluster } from '../lib/cluster.ts';
import { planBackups } from './backups.ts';
import { makeInvitation, openInvitations } from './invitations.ts';
import { listJobs, removeJobs, retryJobs } from './jobs.ts';
import { testMail } from './mail.ts';
import { status } from './status.ts';
import { createMemberToken } from './tokens.ts';
import { showRefusal, userCommands } from './users.ts';
import { webhookCommands } from './webhooks.ts';

const usage = `Usage: npm run kith -- COMMAND
  version             the version that is installed here
  status              versions, database, disk, last backup, queues; ends with 1 when something is wrong
  jobs list           jobs that failed for good, newest first
  jobs retry ID|all   try them again
  jobs remove ID|all  give them up
  user show NAME      since when, with which e-mail, confirmed or not, disabled or not
  user list           every member: e-mail, joined, last seen, size of the pictures
  user create NAME EMAIL
                      an account, whoever may sign up, with a link for its password
  user confirm NAME   confirm the e-mail without a mail
  user reset-link NAME
                      a link for a new password, once and within an hour, for somebody who gets no mail
  user disable NAME   shut an account out and end its sessions and tokens
  user enable NAME    let it in again
  user delete NAME    delete an account, as its member could
  token NAME --scopes read,write,messages,follows [--for TEXT] [--days D]
                      a token by which a program acts as a member, who finds it in their settings
  webhook add URL     an address that is notified of new members, reports and public posts; its secret is shown once
  webhook list        the server's webhooks, each with the last answers
  webhook enable|test|remove ID
                      switch one on again, send it a test, or delete it
  second-factor remove NAME
                      take the second factor off a member who lost it; it is logged
  host NAME [--remove]  make a member a host, who runs the server, or take it back
  moderator NAME [--remove]  make a member a moderator, who decides about reports, or take it back
  invite [--uses N] [--days D]  a link by which N people may join within D days (1 and 7)
  invitations         open invitations; invitations revoke ID takes one back
  feeds rebuild       fill every home feed from follows and posts
  backup [--every 1d] [--keep 7] [--dir FOLDER]
                      when the worker backs up, or has it do so from its next start
  backup FILE         keep everything in one archive; restore FILE [--force | --check] brings it back
  mail test ADDRESS   send a mail now, and show what the mail server says
  confirm-restore     a restored copy becomes the real server: it makes backups, and sends mails, pushes and webhooks
  export NAME [FILE]  everything of a member as a ZIP, in kith-NAME.zip unless FILE is named
  counters recount    recount stored counters and mend those that drifted
  push renew-keys     new keys for pushes; every device comes again by itself with its next visit`;

interface Answer {
  text: string;
  ok: boolean;
}

type Command = (deps: Deps, rest: string[], stopped: boolean) => Promise<string | Answer>;

const exportUser: Command = async ({ domain: ctx }, [userName = '', file = `kith-${userName}.zip`]) => {
  if (!/^[\w.-]{3,20}$/.test(userName)) throw new StartError(usage);
  const userId = await idOfMember(ctx, userName);
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  await once(target, 'open');
  await exportMember(ctx, userId, target);
  return `Everything of ${userName} is in ${resolve(file)}.`;
};

/** Gives a member a role, or takes it with `--remove`. */
const role =
  (change: (deps: Deps, userName: string, has: boolean) => Promise<void>, name: string): Command =>
  async (deps, [userName, option]) => {
    if (!userName || (option !== undefined && option !== '--remove')) throw new StartError(usage);
    await change(deps, userName, option === undefined).catch(showRefusal);
    return `${userName} is ${option === undefined ? 'a' : 'no'} ${name}${option === undefined ? '' : ' any more'}.`;
  };

const removeFactor: Command = async ({ domain }, [userName]) => {
  if (!userName) throw new StartError(usage);
  const removed = await removeSecondFactorAsOperator(domain, { userName });
  return removed
    ? `${userName} logs in without a second factor now. It is in the log of the server.`
    : `${userName} has no second factor.`;
};

const commands: Record<string, Command> = {
  status: (deps, _, stopped) => status(deps, stopped),
  export: exportUser,
  host: role(({ domain }, userName, hosts) => appointHost(domain, { userName, hosts }), 'host'),
  moderator: role(({ domain }, userName, moderates) => appointModerator(domain, { userName, moderates }), 'moderator'),
  token: createMemberToken,
  invite: makeInvitation,
  invitations: openInvitations,
  'jobs list': listJobs,
  'jobs retry': retryJobs,
  'jobs remove': removeJobs,
  ...userCommands,
  ...webhookCommands,
  'second-factor remove': removeFactor,
  'confirm-restore': async ({ domain }) =>
    (await confirmRestore(domain, null))
      ? 'This is the real server now: within seconds, backups, mails, pushes and webhooks are on.'
      : 'This is no restored copy, or it is confirmed already.',
  'mail test': testMail,
  'feeds rebuild': async ({ domain }) => {
    await rebuildFeeds(domain);
    return 'Every feed is filled.';
  },
  'counters recount': async ({ domain }) => {
    const { corrected } = await recountCounters(domain);
    return `Counters recounted; ${corrected} corrected.`;
  },
  'push renew-keys': async ({ domain }) => {
    await renewPushKeys(domain);
    return 'The keys are new. Devices are told again once their members have opened Kith.';
  },
};

const oneWord = new Set(['status', 'confirm-restore', 'export', 'host', 'moderator', 'token', 'invite', 'invitations']);

/** Checks that the database is reachable. Without this, each part of the program would wait for it and log its own warning. */
async function requireDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
  } catch (error) {
    const { message, code } = error as { message: string; code?: string };
    throw new StartError(`The database is unavailable (${message || code}).`);
  } finally {
    await client.end().catch(() => {});
  }
}

const noCommand = (words: string[]): string =>
  `There is no command "${words.join(' ')}"; npm run kith -- help lists them all.`;

/** Runs an operator's command on the configured database, whether Kith is running or not. */
async function run(words: string[]): Promise<Answer> {
  if (words[0] === 'version') return { text: kithVersion, ok: true };
  if (words[0] === 'backup') return { text: planBackups(words.slice(1)), ok: true };
  const length = oneWord.has(words[0] ?? '') ? 1 : 2;
  const command = commands[words.slice(0, length).join(' ')];
  const rest = words.slice(length);
  if (!command) throw new StartError(noCommand(words.slice(0, 2)));
  const settings = loadSettings();
  const cluster = await openCluster(settings, { make: false });
  try {
    await requireDatabase(cluster.url);
    // The log is silent, because commands report their own errors, and JSON log lines would be mixed into their output.
    const deps = await openDeps({ ...settings, logLevel: 'silent', databaseUrl: cluster.url });
    try {
      const said = await command(deps, rest, cluster.stopped);
      return typeof said === 'string' ? { text: said, ok: true } : said;
    } finally {
      await deps.close();
    }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not-found') throw new StartError(`There is no member ${rest[0]}.`);
    if ((error as { code?: string }).code === 'EEXIST')
      throw new StartError(`${(error as Error).message}: name another FILE.`);
    throw error;
  } finally {
    await cluster.close();
  }
}

const args = process.argv.slice(2);

/** Whether to run the script scripts/backup or scripts/restore, which parses the remaining arguments. */
const archived = (args[0] === 'backup' && args[1] !== undefined && !args[1].startsWith('-')) || args[0] === 'restore';
if (archived) process.argv.splice(2, 1);

try {
  const help = args.length === 0 || args[0] === 'help' || args.some((word) => word === '--help' || word === '-h');
  if (archived) await import(`../${args[0]}/main.ts`);
  const { text, ok } = archived ? { text: '', ok: true } : help ? { text: usage, ok: true } : await run(args);
  if (text) console.log(text);
  if (!ok) process.exitCode = 1;
} catch (error) {
  console.error(lineOf(error));
  process.exitCode = 1;
}
