import { accessSync, constants } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { findMisspelt } from './misspelt.ts';
import { parsers } from './settingParsers.ts';
import { failToStart, StartError } from './startError.ts';

export { failToStart, StartError };

const { text, word, url, origin, flag, wholeNumber, fraction, longWord, duration, mailAddress, networks, redis } =
  parsers;

const postgresUrl = 'an address like postgres://user:password@host:5432/name';

const variables = z.object({
  NODE_ENV: word('development', ['development', 'test', 'production']),
  HOST: text('127.0.0.1'),
  PORT: wholeNumber(8080, 1, 65535),
  WORKER_PORT: wholeNumber(undefined, 1, 65535),
  PUBLIC_URL: origin('an address like https://kith.example'),
  DATA_DIR: text('./data'),
  DATABASE_URL: url(['postgres:', 'postgresql:'], postgresUrl),
  DATABASE_REPLICA_URL: url(['postgres:', 'postgresql:'], postgresUrl),
  DATABASE_POOL: wholeNumber(20, 12, 200),
  REDIS_URL: redis(),
  S3_ENDPOINT: url(['http:', 'https:'], 'an address like https://s3.example'),
  S3_PUBLIC_ENDPOINT: url(['http:', 'https:'], 'an address like https://s3.example, as browsers reach it'),
  S3_BUCKET: text(),
  S3_REGION: text('us-east-1'),
  S3_ACCESS_KEY_ID: text(),
  S3_SECRET_ACCESS_KEY: text(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'an address like smtp://user:password@host:587'),
  MAIL_FROM: mailAddress(),
  GOOGLE_CLIENT_ID: text(),
  GOOGLE_CLIENT_SECRET: text(),
  GOOGLE_ISSUER: url(['http:', 'https:'], 'an address like https://accounts.google.com'),
  GOOGLE_SIGN_IN: flag(true),
  PASSWORD_SIGN_IN: flag(true),
  CONFIRM_EMAIL: flag(undefined),
  PUBLIC_PAGES: flag(undefined),
  SIGN_UP: word(undefined, ['open', 'invited', 'closed']),
  MEMBER_INVITATIONS: wholeNumber(undefined, 0, 1_000),
  ANNOUNCE_JOINS: flag(undefined),
  MAX_VIDEO_SECONDS: wholeNumber(undefined, 0, 600),
  MAX_VIDEO_BYTES: wholeNumber(undefined, 1_000_000, 500_000_000),
  FFMPEG_PATH: text(),
  LINK_PREVIEWS: flag(undefined),
  REQUIRE_SECOND_FACTOR: word('nobody', ['nobody', 'moderators']),
  FAN_OUT_FOLLOWERS: wholeNumber(5_000, 0, 1_000_000),
  MEMBER_STORAGE_GB: wholeNumber(5, 1, 100_000),
  IMPORT_STORAGE_GB: wholeNumber(20, 0, 100_000),
  RATE_LIMIT: flag(true),
  TRUST_PROXY: networks(),
  SECURITY_CONTACT: url(
    ['mailto:', 'https:'],
    'an address like mailto:security@kith.example or https://kith.example/security',
  ),
  METRICS_TOKEN: longWord(20),
  QUEUE_DASHBOARD_TOKEN: longWord(20),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:'], 'an address like http://localhost:4318'),
  // OpenTelemetry's own code reads the next setting.
  OTEL_EXPORTER_OTLP_HEADERS: text(),
  OTEL_SERVICE_NAME: text(),
  OTEL_TRACES_SAMPLER_ARG: fraction(1),
  SHUTDOWN_SECONDS: wholeNumber(25, 1, 600),
  LOG_LEVEL: word(undefined, ['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
  BACKUP_EVERY: duration(),
  BACKUP_KEEP: wholeNumber(7, 1, 1000),
  BACKUP_DIR: text(),
  KITH_WORKER_CONCURRENCY: wholeNumber(1, 1, 64),
  ALLOW_DEV_MAIL: flag(false),
  ALLOW_DEV_SIGN_IN: flag(false),
  ALLOW_RATE_LIMIT_OFF: flag(false),
});

const settingNames = ['ENV_FILE', ...Object.keys(variables.shape)];

type Variables = z.output<typeof variables>;

/** An invalid setting, which stops the start. The message is one line that names the setting and the expected value. */
export class SettingsError extends StartError {
  override name = 'SettingsError';
}

export type Settings = ReturnType<typeof toSettings>;

/** The environment plus the file named by ENV_FILE: `.env` in the working directory by default, none if it is empty. */
function environment(): NodeJS.ProcessEnv {
  const file = process.env.ENV_FILE ?? '.env';
  try {
    if (file === '') return process.env;
    // loadEnvFile reports every error as a missing file.
    accessSync(file, constants.R_OK);
    process.loadEnvFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' || process.env.ENV_FILE)
      throw new SettingsError(`Setting ENV_FILE should name a file that can be read, and ${file} is none (${code}).`);
  }
  return process.env;
}

/**
 * Reads every setting from the environment; an empty value counts as unset.
 * @throws SettingsError for the first invalid setting, and for a variable that is probably a misspelt one
 */
export function loadSettings(env: NodeJS.ProcessEnv = environment()): Settings {
  const given = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value?.trim() || undefined]));
  const misspelt = findMisspelt(given, settingNames);
  if (misspelt) throw new SettingsError(`Setting ${misspelt.name} is unknown: did you mean ${misspelt.meant}?`);
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new SettingsError(`Setting ${String(issue?.path[0])} should be ${issue?.message}.`);
  }
  const settings = toSettings(parsed.data);
  if (!settings.passwordSignIn && !settings.google && !settings.developmentSignIn) {
    throw new SettingsError(
      'Setting PASSWORD_SIGN_IN should be on, because GOOGLE_SIGN_IN is off: nobody could sign in.',
    );
  }
  refuseDevelopmentSettings(settings, parsed.data);
  return settings;
}

function toSettings(v: Variables) {
  const production = v.NODE_ENV === 'production';
  const google = googleOf(v);
  return {
    production,
    host: v.HOST,
    port: v.PORT,
    /** The port on which a worker serves its metrics; null for none. */
    workerPort: v.WORKER_PORT ?? null,
    /** The public address, without a trailing slash. */
    publicUrl: (v.PUBLIC_URL ?? `http://localhost:${v.PORT}`).replace(/\/+$/, ''),
    /** A note for the operator, or null: in production PUBLIC_URL should be the address members use, and https. */
    publicUrlNote: production ? noteAbout(v.PUBLIC_URL) : null,
    /** The absolute path of DATA_DIR. */
    dataDir: resolve(v.DATA_DIR),
    /** The address of PostgreSQL; null for the embedded one, whose address the start script passes to the other processes. */
    databaseUrl: v.DATABASE_URL ?? null,
    /** The total number of PostgreSQL connections of one process. */
    databasePool: v.DATABASE_POOL,
    /** A streaming replica for reading lists; null: everything is read from the primary. */
    databaseReplicaUrl: v.DATABASE_REPLICA_URL ?? null,
    redisUrl: v.REDIS_URL ?? null,
    s3: s3Of(v),
    /** The address of the mail server; if it is null, mails are written as files to DATA_DIR/outbox. */
    smtpUrl: v.SMTP_URL ?? null,
    mailFrom: v.MAIL_FROM ?? 'Kith <kith@localhost>',
    google,
    /** The built-in identity provider for development, where anyone can sign in as anyone. */
    developmentSignIn: google === null && v.GOOGLE_SIGN_IN,
    passwordSignIn: v.PASSWORD_SIGN_IN,
    /** Whether e-mail addresses are confirmed; by default if a mail server is set. */
    confirmEmail: v.CONFIRM_EMAIL ?? v.SMTP_URL !== undefined,
    /** What the environment decides in place of the hosts; null where the hosts decide. */
    publicPages: v.PUBLIC_PAGES ?? null,
    signUp: v.SIGN_UP === 'invited' ? ('invitation' as const) : (v.SIGN_UP ?? null),
    memberInvitations: v.MEMBER_INVITATIONS ?? null,
    announceJoins: v.ANNOUNCE_JOINS ?? null,
    maxVideoSeconds: v.MAX_VIDEO_SECONDS ?? null,
    maxVideoBytes: v.MAX_VIDEO_BYTES ?? null,
    /** The ffmpeg that converts videos which browsers do not play; null: such videos are refused. */
    ffmpegPath: v.FFMPEG_PATH ?? null,
    linkPreviews: v.LINK_PREVIEWS ?? null,
    /** Whether moderators may moderate only with a second factor. */
    moderatorsNeedSecondFactor: v.REQUIRE_SECOND_FACTOR === 'moderators',
    /** The number of an author's followers up to which a post is written into their feeds. */
    maxFanOut: v.FAN_OUT_FOLLOWERS,
    /** The storage quota for one member's pictures, in bytes. */
    memberStorage: v.MEMBER_STORAGE_GB * 1e9,
    /** The total space for archives during their import, in bytes; 0: imports are off. */
    importStorage: v.IMPORT_STORAGE_GB * 1e9,
    rateLimit: v.RATE_LIMIT,
    /** Addresses or networks of proxies whose X-Forwarded-For is trusted. */
    trustProxy: v.TRUST_PROXY,
    /** The contact for vulnerability reports; if it is null, there is no security.txt. */
    securityContact: v.SECURITY_CONTACT ?? null,
    metricsToken: v.METRICS_TOKEN ?? null,
    queueDashboardToken: v.QUEUE_DASHBOARD_TOKEN ?? null,
    traces: tracesOf(v),
    /** The grace period for work in progress after a process is asked to stop, in seconds. */
    shutdownSeconds: v.SHUTDOWN_SECONDS,
    logLevel: v.LOG_LEVEL ?? (production ? ('info' as const) : ('warn' as const)),
    /** The worker's scheduled backups, none if `everyMs` is null; the newest `keep` stay in `folder`. */
    backup: {
      everyMs: v.BACKUP_EVERY,
      keep: v.BACKUP_KEEP,
      /** Whether the operator has asked for backups, so that hosts may make one. */
      wanted: v.BACKUP_DIR !== undefined || v.BACKUP_EVERY !== null,
      folder: v.BACKUP_DIR ? resolve(v.BACKUP_DIR) : join(resolve(v.DATA_DIR), 'backups'),
    },
    /** Images processed concurrently by one worker. */
    workerConcurrency: v.KITH_WORKER_CONCURRENCY,
  };
}

const local = /^(?:localhost|127\..*|\[::1\])$/;

/** Whether mails go no further than this machine, or than the service `mail` of docker-compose.yml. */
function catchesMails(smtpUrl: string): boolean {
  const { hostname } = new URL(smtpUrl);
  return hostname === 'mail' || local.test(hostname);
}

function noteAbout(publicUrl: string | undefined): string | null {
  if (!publicUrl) return 'PUBLIC_URL is not set: Kith can be used from this machine alone';
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || local.test(hostname)) return null;
  return `PUBLIC_URL ${publicUrl} is not https: passwords and messages cross the network unencrypted, and browsers take no pushes`;
}

function s3Of(v: Variables) {
  if (!v.S3_BUCKET) {
    if (v.S3_ENDPOINT) required('S3_BUCKET', undefined, 'S3_ENDPOINT');
    if (v.S3_PUBLIC_ENDPOINT) required('S3_BUCKET', undefined, 'S3_PUBLIC_ENDPOINT');
    return null;
  }
  return {
    endpoint: v.S3_ENDPOINT ?? null,
    /** The public address of the storage for pictures that not everybody may see; if it is null, Kith serves them itself. */
    publicEndpoint: v.S3_PUBLIC_ENDPOINT ?? null,
    bucket: v.S3_BUCKET,
    region: v.S3_REGION,
    accessKeyId: required('S3_ACCESS_KEY_ID', v.S3_ACCESS_KEY_ID, 'S3_BUCKET'),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY', v.S3_SECRET_ACCESS_KEY, 'S3_BUCKET'),
  };
}

function tracesOf(v: Variables) {
  const endpoint = v.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return null;
  return {
    /** The address of the collector, for OTLP over HTTP. */
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    serviceName: v.OTEL_SERVICE_NAME ?? null,
    /** The sampled share of traces, from 0 to 1. */
    ratio: v.OTEL_TRACES_SAMPLER_ARG,
  };
}

function googleOf(v: Variables) {
  if (!v.GOOGLE_CLIENT_ID || !v.GOOGLE_SIGN_IN) return null;
  return {
    clientId: v.GOOGLE_CLIENT_ID,
    clientSecret: required('GOOGLE_CLIENT_SECRET', v.GOOGLE_CLIENT_SECRET, 'GOOGLE_CLIENT_ID'),
    issuer: v.GOOGLE_ISSUER ?? 'https://accounts.google.com',
  };
}

function required(name: string, value: string | undefined, because: string): string {
  if (!value) throw new SettingsError(`Setting ${name} should be given, because ${because} is.`);
  return value;
}

function refuseDevelopmentSettings(settings: Settings, v: Variables): void {
  if (!settings.production) return;
  if (!settings.smtpUrl && !v.ALLOW_DEV_MAIL) {
    throw new SettingsError(
      'Setting SMTP_URL should be given with NODE_ENV=production (or ALLOW_DEV_MAIL=on keeps mails in DATA_DIR/outbox).',
    );
  }
  if (settings.smtpUrl && !v.MAIL_FROM) {
    throw new SettingsError(
      'Setting MAIL_FROM should be given with NODE_ENV=production, because SMTP_URL is: the address that mails come from, like "Kith <kith@kith.example>".',
    );
  }
  if (settings.smtpUrl && /@localhost>?$/i.test(settings.mailFrom) && !catchesMails(settings.smtpUrl)) {
    throw new SettingsError(
      'Setting MAIL_FROM should be an address that can be answered, because SMTP_URL is another machine: like "Kith <kith@kith.example>".',
    );
  }
  if (settings.developmentSignIn && !v.ALLOW_DEV_SIGN_IN) {
    throw new SettingsError(
      'Setting GOOGLE_CLIENT_ID should be given with NODE_ENV=production (or GOOGLE_SIGN_IN=off, or ALLOW_DEV_SIGN_IN=on to let anyone sign in as anyone).',
    );
  }
  if (!settings.rateLimit && !v.ALLOW_RATE_LIMIT_OFF) {
    throw new SettingsError(
      'Setting RATE_LIMIT should be on with NODE_ENV=production (or ALLOW_RATE_LIMIT_OFF=on lets a load test guess passwords without end).',
    );
  }
}
