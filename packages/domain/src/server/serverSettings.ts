import type { SignUpMode } from '@kith/contracts';
import { LockMode, ServerSettings, type Transaction } from '@kith/db';
import type { Context } from '../context.ts';
import type { LiveBus } from '../ports.ts';
import { pictureUrl } from '../users/userView.ts';

/** The settings of the server that hosts can change. */
export interface ServerSettingsValues {
  name: string;
  /** '' if the hosts have written nothing; so are the rules. */
  description: string;
  rules: string;
  /** The address of the server's picture; null for Kith's logo. */
  pictureUrl: string | null;
  /** Who may sign up: everybody, holders of an invitation, nobody. */
  signUp: SignUpMode;
  /** Whether public profiles and posts can be read without a session. */
  publicPages: boolean;
  /** Whether the members of a small server are notified of who has joined within the last day. */
  announceJoins: boolean;
  /** Whether everybody sees how many members there are. */
  showMembers: boolean;
  /** How many open invitations a member may have; 0: only hosts and operators invite. */
  memberInvitations: number;
  /** The maximum length of a video in seconds, and its maximum size in bytes; with 0 seconds there are no videos. */
  maxVideoSeconds: number;
  maxVideoBytes: number;
  /** Whether the pages of links in texts are read, to show what they are about. */
  linkPreviews: boolean;
  /** Whether the first steps of a new server are done or skipped. */
  setUp: boolean;
}

const defaults: ServerSettingsValues = {
  name: 'Kith',
  description: '',
  rules: '',
  pictureUrl: null,
  signUp: 'open',
  publicPages: false,
  announceJoins: true,
  showMembers: true,
  memberInvitations: 20,
  maxVideoSeconds: 180,
  maxVideoBytes: 200_000_000,
  linkPreviews: true,
  setUp: false,
};

/** The variables of the environment that decide a setting in place of the hosts. */
const variables = {
  signUp: 'SIGN_UP',
  publicPages: 'PUBLIC_PAGES',
  announceJoins: 'ANNOUNCE_JOINS',
  memberInvitations: 'MEMBER_INVITATIONS',
  maxVideoSeconds: 'MAX_VIDEO_SECONDS',
  maxVideoBytes: 'MAX_VIDEO_BYTES',
  linkPreviews: 'LINK_PREVIEWS',
} as const;

const names = Object.keys(variables) as (keyof typeof variables)[];

/** The settings that the environment decides, with the names of their variables. */
export const setByEnvironment = ({ settings }: Pick<Context, 'settings'>): { setting: string; variable: string }[] =>
  names.filter((setting) => settings[setting] !== null).map((setting) => ({ setting, variable: variables[setting] }));

const withoutNull = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

async function readChosen({ db, settings }: Context): Promise<Partial<ServerSettingsValues>> {
  const row = await db.em().findOne(ServerSettings, { one: true });
  if (!row) return {};
  const { one: _, pictureKey, ...chosen } = row;
  return withoutNull({ ...chosen, pictureUrl: pictureUrl(settings, pictureKey ?? null) });
}

/** How long a process may use settings that it has read, in milliseconds, if it misses the event about a change. */
const cacheMs = 5_000;

/** What each process has read, by its live bus, which contexts for the primary and for a replica share. */
const read = new WeakMap<LiveBus, { until: number; chosen: Promise<Partial<ServerSettingsValues>> }>();

/** What each process has read last, which pages show while the database is unavailable. */
const last = new WeakMap<LiveBus, Partial<ServerSettingsValues>>();

const merged = ({ settings }: Context, chosen: Partial<ServerSettingsValues>): ServerSettingsValues => {
  const fromEnvironment = Object.fromEntries(names.map((name) => [name, settings[name]]));
  return { ...defaults, ...chosen, ...withoutNull(fromEnvironment) };
};

/** The settings that hold: those of the environment, else what the hosts have chosen, else defaults. Cached for five seconds. */
export async function readServerSettings(ctx: Context): Promise<ServerSettingsValues> {
  let known = read.get(ctx.live);
  if (!known || known.until < performance.now()) {
    known = { until: performance.now() + cacheMs, chosen: readChosen(ctx) };
    known.chosen.catch(() => read.delete(ctx.live));
    read.set(ctx.live, known);
  }
  const chosen = await known.chosen;
  last.set(ctx.live, chosen);
  return merged(ctx, chosen);
}

/** As `readServerSettings`, but while the database is unavailable the settings that this process has read last, or else the defaults. */
export const readLastServerSettings = (ctx: Context): Promise<ServerSettingsValues> =>
  readServerSettings(ctx).catch(() => merged(ctx, last.get(ctx.live) ?? {}));

/**
 * Who may sign up at this moment, which the cached settings of a process may not say yet. No host can change it before the transaction ends.
 */
export async function readSignUpMode({ settings }: Pick<Context, 'settings'>, tx: Transaction): Promise<SignUpMode> {
  if (settings.signUp !== null) return settings.signUp;
  const row = await tx.em().findOne(ServerSettings, { one: true }, { lockMode: LockMode.PESSIMISTIC_READ });
  return row?.signUp ?? defaults.signUp;
}

/** Drops the cached settings of this process, at the live event `server.changed`. */
export const forgetServerSettings = ({ live }: Pick<Context, 'live'>): void => void read.delete(live);
