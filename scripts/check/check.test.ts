import { describe, expect, it } from 'vitest';
import { root } from '../lib/bootstrap.mjs';
import { checkColours } from './colours.ts';
import { checkDependencies } from './dependencies.ts';
import { checkLengths, checkWords } from './houseRules.ts';
import { checkCycles, checkDirections } from './imports.ts';
import { checkJobs } from './jobs.ts';
import { checkMigrations } from './migrations.ts';
import { type Check, readSources } from './sources.ts';
import { checkSql } from './sql.ts';
import { checkTranslations } from './translations.ts';

/** The package.json files, which the checks need in order to resolve imports between our packages. */
const manifests = [...readSources(root)].filter(([path]) => path.endsWith('package.json'));

/** Returns the findings of a check for a repository that has only the package.json files and these files. */
const planted = (check: Check, files: Record<string, string>) =>
  check(new Map([...manifests, ...Object.entries(files)]));

describe('import directions', () => {
  const forbidden: [string, string, string][] = [
    ['the web app into the database', 'apps/web/src/lib/bad.ts', "import { openDatabase } from '@kith/db';"],
    ['the same by path', 'apps/web/src/lib/bad.ts', "import '../../../../packages/db/src/index.ts';"],
    ['the same as a type', 'apps/web/src/lib/bad.ts', "export type D = import('@kith/db').Database;"],
    ['the same while running', 'apps/web/src/lib/bad.ts', "await import('@kith/db');"],
    ['values of the routers into the web app', 'apps/web/src/lib/bad.ts', "import { appRouter } from '@kith/trpc';"],
    ['ui back into features', 'apps/web/src/ui/Bad.tsx', "import { Post } from '../features/posts/Post.tsx';"],
    ['features back into routes', 'apps/web/src/features/posts/bad.ts', "import '../../routes/home.tsx';"],
    ['a feature into a lower one', 'apps/web/src/features/likes/bad.ts', "import '../feed/PostCard.tsx';"],
    ['a feature into its neighbour', 'apps/web/src/features/home/bad.ts', "import '../profile/PostGrid.tsx';"],
    ['a type of the same', 'apps/web/src/features/posts/bad.ts', "export type P = import('../people/Row.tsx').Props;"],
    ['a feature without a place', 'apps/web/src/features/shell/bad.ts', "import '../new/Screen.tsx';"],
    ['the same in a route', 'apps/web/src/routes/bad.tsx', "import '../features/new/Screen.tsx';"],
    ['the database into the domain', 'packages/db/src/bad.ts', "export * from '@kith/domain';"],
    ['the domain into the platform', 'packages/domain/src/bad.ts', "import type { Settings } from '@kith/platform';"],
    ['a queue in the domain', 'packages/domain/src/bad.ts', "import { Queue } from 'bullmq';"],
    ['tRPC in the domain', 'packages/domain/src/bad.ts', "import { TRPCError } from '@trpc/server';"],
    ['sharp outside of images', 'apps/worker/src/push/bad.ts', "import sharp from 'sharp';"],
    ['lucia outside of its one file', 'packages/domain/src/auth/bad.ts', "import { Lucia } from 'lucia';"],
    ['ioredis outside of its folder', 'packages/platform/src/live/bad.ts', "import type { Redis } from 'ioredis';"],
    ['the api in the worker', 'apps/worker/src/bad.ts', "import { buildApp } from '@kith/api';"],
    [
      'the platform in the routers',
      'packages/trpc/src/routers/bad.ts',
      "import { openPlatform } from '@kith/platform';",
    ],
    ['the domain in a contract', 'packages/contracts/src/bad.ts', "import type { Context } from '@kith/domain';"],
    ['a router in a contract', 'packages/contracts/src/bad.ts', "import '@kith/trpc';"],
    ['a Node module in a contract', 'packages/contracts/src/bad.ts', "import 'node:fs';"],
  ];
  it.each(forbidden)('refuse %s', (_, path, source) => {
    expect(planted(checkDirections, { [path]: source })).toEqual([expect.stringContaining(`${path}:1 imports`)]);
  });

  const allowed: [string, string, string][] = [
    ['contracts in the web app', 'apps/web/src/lib/good.ts', "import { userName } from '@kith/contracts';"],
    ["the router's type in the web app", 'apps/web/src/lib/good.ts', "import type { AppRouter } from '@kith/trpc';"],
    ['lower features', 'apps/web/src/features/home/good.ts', "import '../feed/PostCard.tsx';\nimport './newPosts.ts';"],
    ['a higher feature in a test', 'apps/web/src/features/posts/good.test.ts', "import '../feed/PostCard.tsx';"],
    ['ui in features', 'apps/web/src/features/posts/good.ts', "import '../../ui/Button.tsx';"],
    ['sharp in images', 'apps/worker/src/images/good.ts', "import sharp from 'sharp';"],
    ['zod in a contract', 'packages/contracts/src/good.ts', "import { z } from 'zod';\nimport './common.ts';"],
  ];
  it.each(allowed)('allow %s', (_, path, source) => {
    expect(planted(checkDirections, { [path]: source })).toEqual([]);
  });
});

describe('import cycles', () => {
  const at = 'packages/domain/src';
  it('are refused even when only types form them', () => {
    const files = {
      [`${at}/one.ts`]: "import type { Two } from './two.ts';\nexport type One = Two;",
      [`${at}/two.ts`]: "export type Two = import('./three.ts').Three;",
      [`${at}/three.ts`]: "export type { One as Three } from './one.ts';",
    };
    expect(planted(checkCycles, files)).toEqual([
      `${at}/one.ts is in a cycle: ${at}/one.ts → ${at}/two.ts → ${at}/three.ts → ${at}/one.ts`,
    ]);
  });

  it('are refused across packages, as is a file that imports itself', () => {
    const files = {
      'packages/db/src/index.ts': "export * from '@kith/domain';",
      'packages/domain/src/index.ts': "export * from '@kith/db';",
      'packages/domain/src/self.ts': "import './self.ts';",
    };
    expect(planted(checkCycles, files)).toHaveLength(2);
  });

  it('are not reported where two paths lead to one file', () => {
    const files = {
      [`${at}/top.ts`]: "import './left.ts';\nimport './right.ts';",
      [`${at}/left.ts`]: "import './bottom.ts';",
      [`${at}/right.ts`]: "import './bottom.ts';",
      [`${at}/bottom.ts`]: 'export {};',
    };
    expect(planted(checkCycles, files)).toEqual([]);
  });
});

describe('dependencies', () => {
  const says = (path: string, source: string) => planted(checkDependencies, { [path]: source });

  it('are declared by the package that imports them, and not only for its tests', () => {
    expect(says('packages/db/src/bad.ts', "import sharp from 'sharp';")).toHaveLength(1);
    expect(says('packages/trpc/src/bad.ts', "import { it } from 'vitest';")).toHaveLength(1);
    expect(says('packages/db/src/bad.ts', "import '@kith/domain';")).toHaveLength(1);
  });

  it('for tests and types may be devDependencies, as may Node and our own files', () => {
    expect(says('packages/contracts/src/good.test.ts', "import { it } from 'vitest';")).toEqual([]);
    expect(says('apps/web/src/lib/good.ts', "import type { inferRouterOutputs } from '@trpc/server';")).toEqual([]);
    expect(says('packages/db/src/good.ts', "import 'node:fs';\nimport './other.ts';\nimport pg from 'pg';")).toEqual(
      [],
    );
  });
});

describe('raw colours', () => {
  const raw = [
    '<p style={{ color: "#b0349b" }} />',
    '<p className="bg-[#fff] p-2" />',
    '<p className="hover:bg-red-500" />',
    '<p className="bg-black/50" />',
    '<p className="text-[tomato]" />',
    '<path fill="white" />',
    "const style = { borderColor: 'rebeccapurple' };",
    'const glow = `0 0 4px rgb(0 0 0 / 40%)`;',
    "const tint = 'oklch(70% 0.1 20)';",
  ];
  it.each(raw)('are refused in a component: %s', (line) => {
    const path = 'apps/web/src/ui/Bad.tsx';
    expect(planted(checkColours, { [path]: `// first\n${line}` })).toEqual([
      expect.stringContaining(`${path}:2 names`),
    ]);
  });

  it('are refused in a style sheet, and allowed in the theme', () => {
    const css = '.card { border: 1px solid silver; }';
    expect(planted(checkColours, { 'apps/web/src/ui/bad.css': css })).toHaveLength(1);
    expect(planted(checkColours, { 'apps/web/src/theme/good.css': css })).toEqual([]);
  });

  const fine = [
    '<p className="bg-surface text-muted border-line" />',
    '<path fill="currentColor" stroke="none" />',
    '<a href="#main">#hashtag</a>',
    'const mixed = "color-mix(in oklch, var(--accent) 12%, transparent)";',
    '.one { white-space: pre-wrap; color: var(--ink); }',
  ];
  it.each(fine)('are not reported in %s', (line) => {
    expect(planted(checkColours, { 'apps/web/src/ui/Good.tsx': line })).toEqual([]);
  });
});

describe('translations', () => {
  const texts = (language: string, content: object) => ({
    [`apps/web/src/i18n/${language}.json`]: JSON.stringify(content),
  });
  const english = texts('en', {
    posts: { likes_one: '{{count}} like', likes_other: '{{count}} likes', by: 'by {{name}}' },
  });
  const problems = (content: object) =>
    checkTranslations(new Map(Object.entries({ ...english, ...texts('pl', content) }))).map((each) =>
      each.replace(/^\S+ /, ''),
    );
  const likes = {
    likes_one: '{{count}} a',
    likes_few: '{{count}} b',
    likes_many: '{{count}} c',
    likes_other: '{{count}} d',
  };

  it('pass with the same keys, placeholders and every plural form', () => {
    expect(problems({ posts: { ...likes, by: 'od {{name}}' } })).toEqual([]);
  });
  it('fail with a key missing or one too many', () => {
    expect(problems({ posts: { ...likes, to: 'x' } })).toEqual([
      'lacks posts.by',
      'has posts.to, which en.json has not',
    ]);
  });
  it('fail without a plural form', () => {
    expect(problems({ posts: { ...likes, likes_few: undefined, by: '{{name}}' } })).toEqual([
      'lacks the plural form posts.likes_few',
    ]);
  });
  it('fail with a different placeholder', () => {
    expect(problems({ posts: { ...likes, by: 'od {{imię}}' } })).toEqual([expect.stringContaining('at posts.by')]);
  });
  it('fail when a one-letter word of Polish ends a line', () => {
    expect(problems({ posts: { ...likes, by: 'i od {{name}}' } })).toEqual([expect.stringContaining('at posts.by')]);
    expect(problems({ posts: { ...likes, by: 'i\u00a0od {{name}}' } })).toEqual([]);
  });
});

describe('house rules', () => {
  it('refuse a file of 301 lines, and allow a long test', () => {
    const long = 'export {};\n'.repeat(301);
    expect(planted(checkLengths, { 'apps/api/src/long.ts': long })).toHaveLength(1);
    expect(planted(checkLengths, { 'apps/api/src/long.test.ts': long })).toEqual([]);
  });

  const words = [
    '// TO' + 'DO later',
    'see https://registry.npmjs' + '.org/x',
    "read('/wo" + "rk/main')",
    'it.on' + "ly('x')",
    'it.sk' + "ip('x')",
  ];
  it.each(words)('refuse %s', (line) => {
    expect(planted(checkWords, { 'apps/api/src/bad.ts': line })).toHaveLength(1);
  });

  it('allow a test to be skipped with a reason', () => {
    expect(
      planted(checkWords, { 'e2e/a.test.ts': '// Only Linux counts descriptors.\nit.sk' + "ip('x', run);" }),
    ).toEqual([]);
  });
});

describe('migrations', () => {
  const path = 'packages/db/src/migrations/Migration900Later.ts';
  const says = (sql: string) => planted(checkMigrations, { [path]: `this.addSql(\`${sql}\`);` });

  it.each([
    'alter table posts drop column location',
    'alter table posts rename column caption to words',
    'alter table posts rename to entries',
    'alter table posts alter column caption type varchar(10)',
    'alter table posts add column audience text not null',
    'alter table posts alter column caption set not null',
    'alter table posts add constraint short check (char_length(caption) < 9)',
    'create index posts_caption on posts (caption)',
    'create unique index posts_caption on posts (caption)',
    'lock table posts',
    'create index concurrently posts_caption on posts (caption)',
    'alter table posts add constraint short check (id < 9) not valid; alter table posts validate constraint short',
    'alter table posts add column a text; alter table users add column b text',
    'create or replace function f() returns void language sql as $$ $$',
    'create trigger t after insert on posts for each row execute function f()',
  ])('must not block members or break the previous version: %s', (sql) => {
    expect(says(sql)).toEqual([expect.stringMatching(`^${path} (?:has|makes)`)]);
  });

  it.each([
    `alter table posts add column audience text not null default 'public'`,
    `alter table posts add column audience text default 'public' not null`,
    'alter table posts add column audience text',
    'alter table posts add constraint short check (char_length(caption) < 9) not valid',
    'drop index concurrently if exists posts_caption; create index concurrently posts_caption on posts (caption)',
    'create table blocks (a bigint); alter table blocks add column b bigint; alter table posts add column a text',
    'alter table posts add column a text; alter table posts add column b text',
    'create table blocks (a bigint not null, b bigint not null); create index blocks_b on blocks (b)',
  ])('are allowed: %s', (sql) => {
    expect(says(sql)).toEqual([]);
  });
});

it('a migration validates a constraint outside of the transaction that added it', () => {
  const path = 'packages/db/src/migrations/Migration900Later.ts';
  const source = `isTransactional(): boolean {
    return false;
  } this.addSql('alter table posts add constraint short check (id < 9) not valid; alter table posts validate constraint short');`;
  expect(planted(checkMigrations, { [path]: source })).toEqual([]);
});

describe('SQL in strings', () => {
  const at = 'packages/domain/src/bad.ts';
  it.each([
    'await em.execute("select id from users");',
    'await pool.query(`update posts set caption = null`);',
    'const text = `\n  with a as (select 1) delete from b`;',
    "run('insert into likes (user_id) values (1)');",
    "run('DELETE FROM likes');",
    "client.query('truncate users');",
    'client.query(`select count(*) as n`);',
  ])('refuse %s', (source) => {
    expect(planted(checkSql, { [at]: source })).toEqual([expect.stringContaining(`${at}:1 has SQL in a string`)]);
  });

  it.each([
    [at, "throw new Error('Update Kith, or select another database');"],
    [at, '// as in: select id from users'],
    ['packages/domain/src/good.test.ts', "probe(db, 'select id from users');"],
    ['packages/db/src/migrations/Migration999.ts', "this.addSql('create table t (id int)');"],
  ])('allow in %s: %s', (path, source) => {
    expect(planted(checkSql, { [path]: source })).toEqual([]);
  });
});

describe('jobs', () => {
  const path = 'packages/db/src/queries/bad.sql';
  const known = { 'packages/domain/src/jobs.ts': "export interface JobPayloads {\n  'feed.trim': object;\n}" };
  const says = (sql: string) => planted(checkJobs, { ...known, [path]: `-- name: x\n${sql}` });

  it.each([`select record_job('feed.trimm', '{}')`, `insert into outbox (name) values ('feed.trim')`])(
    'are refused under an unknown name, and beside record_job: %s',
    (sql) => {
      expect(says(sql)).toEqual([expect.stringContaining(`${path}:2 `)]);
    },
  );

  it('pass with a name that JobPayloads has', () => {
    expect(says(`select record_job('feed.trim', jsonb_build_object())`)).toEqual([]);
  });
});
