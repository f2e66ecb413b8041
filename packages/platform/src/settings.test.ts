import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseRedisUrl } from './redis/address.ts';
import { loadSettings, SettingsError } from './settings.ts';
import { lineOf } from './startError.ts';

describe('settings', () => {
  test('have the documented defaults', () => {
    expect(loadSettings({})).toMatchObject({
      production: false,
      host: '127.0.0.1',
      port: 8080,
      publicUrl: 'http://localhost:8080',
      dataDir: resolve('data'),
      databaseUrl: null,
      redisUrl: null,
      s3: null,
      smtpUrl: null,
      google: null,
      developmentSignIn: true,
      rateLimit: true,
      workerPort: null,
      securityContact: null,
      metricsToken: null,
      queueDashboardToken: null,
      traces: null,
    });
  });

  test.each([
    ['redis://host', { kind: 'single', hosts: [{ host: 'host', port: 6379 }], tls: false, db: 0 }],
    ['rediss://me:p%40ss@host:1/3', { kind: 'single', tls: true, username: 'me', password: 'p@ss', db: 3 }],
    [
      'redis://:secret@a:1,[::1]:2,c?cluster=on',
      {
        kind: 'cluster',
        password: 'secret',
        hosts: [
          { host: 'a', port: 1 },
          { host: '::1', port: 2 },
          { host: 'c', port: 6379 },
        ],
      },
    ],
    [
      'redis://a,b:1/2?sentinel=kith&sentinelPassword=s',
      {
        kind: 'sentinel',
        master: 'kith',
        sentinelPassword: 's',
        db: 2,
        hosts: [
          { host: 'a', port: 26379 },
          { host: 'b', port: 1 },
        ],
      },
    ],
  ])('read %s', (url, address) => {
    expect(parseRedisUrl(url)).toMatchObject(address);
    expect(loadSettings({ REDIS_URL: url }).redisUrl).toBe(url);
  });

  test('accept proxies as addresses, networks and local names', () => {
    const all = ['loopback', '10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'];
    expect(loadSettings({ TRUST_PROXY: all.join(', ') }).trustProxy).toEqual(all);
  });

  test('name the trace collector as OpenTelemetry does', () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/', OTEL_TRACES_SAMPLER_ARG: '0.25' };
    expect(loadSettings(env).traces).toEqual({
      url: 'http://collector:4318/v1/traces',
      serviceName: null,
      ratio: 0.25,
    });
  });

  test.each([
    [{}, false],
    [{ CONFIRM_EMAIL: 'on' }, true],
    [{ SMTP_URL: 'smtp://mail' }, true],
    [{ SMTP_URL: 'smtp://mail', CONFIRM_EMAIL: 'off' }, false],
  ])('require confirmed addresses if mail is sent, or as CONFIRM_EMAIL says: %o', (env, confirmed) => {
    expect(loadSettings(env).confirmEmail).toBe(confirmed);
  });

  test('treat an empty value as unset', () => {
    expect(loadSettings({ PORT: '', REDIS_URL: ' ' })).toMatchObject({ port: 8080, redisUrl: null });
  });

  test.each([
    [{ PORT: 'eighty' }, 'Setting PORT should be a whole number from 1 to 65535.'],
    [{ PORT: '70000' }, 'Setting PORT should be a whole number from 1 to 65535.'],
    [{ RATE_LIMIT: 'flase' }, 'Setting RATE_LIMIT should be on or off.'],
    [{ SIGNUP: 'closed' }, 'Setting SIGNUP is unknown: did you mean SIGN_UP?'],
    [{ SING_UP: 'closed' }, 'Setting SING_UP is unknown: did you mean SIGN_UP?'],
    [{ sign_up: 'closed' }, 'Setting sign_up is unknown: did you mean SIGN_UP?'],
    [{ BACKUP_EVRY: '1d' }, 'Setting BACKUP_EVRY is unknown: did you mean BACKUP_EVERY?'],
    [{ PUBILC_URL: 'https://kith.example' }, 'Setting PUBILC_URL is unknown: did you mean PUBLIC_URL?'],
    [{ SMTP_URI: 'smtp://mail' }, 'Setting SMTP_URI is unknown: did you mean SMTP_URL?'],
    [{ RATE_LIMIT: 'maybe' }, 'Setting RATE_LIMIT should be on or off.'],
    [{ SIGN_UP: 'friends' }, 'Setting SIGN_UP should be one of open, invited, closed.'],
    [{ ANNOUNCE_JOINS: 'some' }, 'Setting ANNOUNCE_JOINS should be on or off.'],
    [{ CONFIRM_EMAIL: 'later' }, 'Setting CONFIRM_EMAIL should be on or off.'],
    [{ NODE_ENV: 'staging' }, 'Setting NODE_ENV should be one of development, test, production.'],
    [
      { DATABASE_URL: 'mysql://x' },
      'Setting DATABASE_URL should be an address like postgres://user:password@host:5432/name.',
    ],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'Setting OTEL_TRACES_SAMPLER_ARG should be a number from 0 to 1, like 0.1.'],
    [{ QUEUE_DASHBOARD_TOKEN: 'x' }, 'Setting QUEUE_DASHBOARD_TOKEN should be at least 20 characters long.'],
    ...[
      'localhost',
      'http://host:6379',
      'redis://a:6379,b:6379',
      'redis://a:99999',
      'redis://a,,b?cluster=on',
      'redis://a:6379,b:6379?cluster=maybe',
      'redis://a:6379/1?cluster=on',
      'redis://a:26379,b:26379?sentinel=',
      'redis://a:6379?cluster=on&sentinel=kith',
      'redis://a:6379?sentinelPassword=hunter2',
    ].map((REDIS_URL): [NodeJS.ProcessEnv, string] => [
      { REDIS_URL },
      'Setting REDIS_URL should be an address like redis://host:6379, redis://a:6379,b:6379?cluster=on or redis://a:26379,b:26379?sentinel=NAME.',
    ]),
    [{ S3_BUCKET: 'kith' }, 'Setting S3_ACCESS_KEY_ID should be given, because S3_BUCKET is.'],
    [{ S3_ENDPOINT: 'https://s3.example' }, 'Setting S3_BUCKET should be given, because S3_ENDPOINT is.'],
    [
      { MAIL_FROM: 'Kith' },
      'Setting MAIL_FROM should be an address like kith@kith.example or "Kith <kith@kith.example>".',
    ],
    [{ PUBLIC_URL: 'kith.example' }, 'Setting PUBLIC_URL should be an address like https://kith.example.'],
    [
      { PUBLIC_URL: 'https://kith.example/friends' },
      'Setting PUBLIC_URL should be an address like https://kith.example, without a path.',
    ],
    [
      { PASSWORD_SIGN_IN: 'off', GOOGLE_SIGN_IN: 'off' },
      'Setting PASSWORD_SIGN_IN should be on, because GOOGLE_SIGN_IN is off: nobody could sign in.',
    ],
    [{ TRUST_PROXY: '10.1' }, 'Setting TRUST_PROXY should be addresses or networks like 10.0.0.1, 10.0.0.0/8.'],
    [{ TRUST_PROXY: '10.0.0.0/8/8' }, 'Setting TRUST_PROXY should be addresses or networks like 10.0.0.1, 10.0.0.0/8.'],
    [{ TRUST_PROXY: '10.0.0.0/99' }, 'Setting TRUST_PROXY should be addresses or networks like 10.0.0.1, 10.0.0.0/8.'],
    [{ GOOGLE_CLIENT_ID: 'x' }, 'Setting GOOGLE_CLIENT_SECRET should be given, because GOOGLE_CLIENT_ID is.'],
  ])('%o stops the start with one line', (env, message) => {
    expect(() => loadSettings(env)).toThrow(new SettingsError(message));
  });

  test('in production refuse each stand-in until it is allowed explicitly', () => {
    const env = { NODE_ENV: 'production' };
    expect(() => loadSettings(env)).toThrow(/^Setting SMTP_URL should/);
    const mail = { SMTP_URL: 'smtp://mail', MAIL_FROM: 'kith@kith.example' };
    expect(() => loadSettings({ ...env, SMTP_URL: 'smtp://mail' })).toThrow(/^Setting MAIL_FROM should be given/);
    const fromNowhere = (SMTP_URL: string) => () =>
      loadSettings({ ...env, SMTP_URL, MAIL_FROM: 'Kith <kith@localhost>', GOOGLE_SIGN_IN: 'off' });
    expect(fromNowhere('smtp://smtp.kith.example')).toThrow(/^Setting MAIL_FROM should be an address that can be/);
    for (const catching of ['smtp://localhost:25', 'smtp://127.0.0.1', 'smtp://mail:1025'])
      expect(fromNowhere(catching)().mailFrom).toBe('Kith <kith@localhost>');
    expect(() => loadSettings({ ...env, ...mail })).toThrow(/^Setting GOOGLE_CLIENT_ID should/);
    const real = { ...env, ...mail, GOOGLE_SIGN_IN: 'off', RATE_LIMIT: 'off' };
    expect(() => loadSettings(real)).toThrow(/^Setting RATE_LIMIT should be on/);
    expect(loadSettings({ ...real, ALLOW_RATE_LIMIT_OFF: 'yes' }).rateLimit).toBe(false);
    expect(loadSettings({ ...env, ALLOW_DEV_MAIL: 'on', ALLOW_DEV_SIGN_IN: 'on' }).developmentSignIn).toBe(true);
    expect(loadSettings({ ...env, ...mail, GOOGLE_SIGN_IN: 'off' }).developmentSignIn).toBe(false);
  });

  test('leave variables of other programs alone, also those that are near to a setting which is given', () => {
    const others = {
      ...{ host: 'x', POST: 'x', SPORT: 'x', TERM: 'x', HOSTNAME: 'x', KITH_PORT: 'tcp://x', npm_config_prefix: 'x' },
      ...{ PATH: 'x', HOME: 'x', USER: 'x', SHELL: 'x', LANG: 'x', TZ: 'x', PWD: 'x', SIGN: 'x', SIGN_IN: 'x' },
      ...{ LOGS_DIRECTORY: 'x', STATE_DIRECTORY: 'x', NODE_OPTIONS: 'x', CI: 'x', OTEL_TRACES_SAMPLER: 'x', MAIL: 'x' },
      ...{ REDIS_URL: 'redis://a', REDIS_URI: 'redis://a', DATABASE_POOLS: '' },
    };
    expect(loadSettings(others).redisUrl).toBe('redis://a');
  });

  test('never contain a secret in an error message', () => {
    expect(() => loadSettings({ DATABASE_URL: 'http://user:hunter2@host' })).toThrow(/^((?!hunter2).)*$/);
  });
});

test.each([
  [undefined, /^PUBLIC_URL is not set/],
  ['http://kith.example', /^PUBLIC_URL http:\/\/kith.example is not https/],
  ['http://localhost:8080', null],
  ['https://kith.example', null],
])('in production PUBLIC_URL %s gets the right note', (PUBLIC_URL, note) => {
  const more = { NODE_ENV: 'production', ALLOW_DEV_MAIL: 'on', GOOGLE_SIGN_IN: 'off' };
  const { publicUrlNote } = loadSettings({ ...more, PUBLIC_URL });
  if (note) expect(publicUrlNote).toMatch(note);
  else expect(publicUrlNote).toBeNull();
  expect(loadSettings({ PUBLIC_URL }).publicUrlNote).toBeNull();
});

test('a full disk is reported in one line, from a command and from the database', () => {
  for (const code of ['ENOSPC', '53100']) {
    const error = Object.assign(new Error('no space left on device'), { code });
    const line = 'The disk is full (no space left on device): free some space; old backups first.';
    expect(lineOf(error)).toBe(line);
    expect(lineOf(new Error('the backup failed', { cause: error }))).toBe(line);
  }
});

test('a file or folder that may not be written is reported in one line', () => {
  const error = Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'open', path: '/kept/kith.part' });
  expect(lineOf(error)).toBe(
    '/kept/kith.part cannot be used (EACCES, open): check that it exists, and that this user may read or write it.',
  );
});
