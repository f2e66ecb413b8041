import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../lib/bootstrap.mjs';
import { checkColours } from './colours.ts';
import { checkLengths, checkWords } from './houseRules.ts';
import { checkImports } from './imports.ts';
import { checkJobs } from './jobs.ts';
import { checkMigrations } from './migrations.ts';
import { checkPatterns } from './patterns.ts';
import type { Check } from './sources.ts';
import { checkSql } from './sql.ts';
import { checkTranslations } from './translations.ts';

/** Returns the findings of a check for a repository that has only these files. */
const planted = (check: Check, files: Record<string, string>) => check(new Map(Object.entries(files)));

describe('imports', () => {
  it.each([
    ['another workspace by path', 'apps/web/src/lib/bad.ts', "import '../../../../packages/db/src/index.ts';"],
    ['ui back into features', 'apps/web/src/ui/Bad.tsx', "import { Post } from '../features/posts/Post.tsx';"],
    ['the same as a type', 'apps/web/src/ui/bad.ts', "export type P = import('../features/posts/Post.tsx').Props;"],
    ['features back into routes', 'apps/web/src/features/posts/bad.ts', "await import('../../routes/home.tsx');"],
    ['a feature into a lower one', 'apps/web/src/features/likes/bad.ts', "import '../feed/PostCard.tsx';"],
    ['a feature into its neighbour', 'apps/web/src/features/home/bad.ts', "import '../profile/PostGrid.tsx';"],
    ['a feature without a place', 'apps/web/src/routes/bad.tsx', "import '../features/new/Screen.tsx';"],
    ['a queue in the domain', 'packages/domain/src/bad.ts', "import { Queue } from 'bullmq';"],
    ['sharp outside of images', 'apps/worker/src/push/bad.ts', "import sharp from 'sharp';"],
    ['ioredis outside of its folder', 'packages/platform/src/live/bad.ts', "import type { Redis } from 'ioredis';"],
  ])('refuse %s', (_, path, source) => {
    expect(planted(checkImports, { [path]: source })).toEqual([expect.stringContaining(`${path}:1 imports`)]);
  });

  it.each([
    ['lower features', 'apps/web/src/features/home/good.ts', "import '../feed/PostCard.tsx';\nimport './newPosts.ts';"],
    ['a higher feature in a test', 'apps/web/src/features/posts/good.test.ts', "import '../feed/PostCard.tsx';"],
    ['sharp in images', 'apps/worker/src/images/good.ts', "import sharp from 'sharp';"],
  ])('allow %s', (_, path, source) => {
    expect(planted(checkImports, { [path]: source })).toEqual([]);
  });

  it('between workspaces are those that docs/architecture.md allows', () => {
    const read = (path: string) => readFileSync(join(root, path), 'utf8');
    const table = /^\| `((?:apps|packages|examples)\/[^`]+)` \|.*\| ([^|]+) \|$/gm;
    const rows = [...read('docs/architecture.md').matchAll(table)];
    expect(rows).toHaveLength(10);
    const namesIn = (text: string) => [...new Set(text.match(/contracts|db|domain|platform|trpc|client/g))].sort();
    for (const [, folder = '', may = ''] of rows) {
      const { dependencies, devDependencies } = JSON.parse(read(`${folder}/package.json`));
      const ours = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.startsWith('@kith/'));
      expect([folder, ours.map((name) => name.slice('@kith/'.length)).sort()]).toEqual([folder, namesIn(may)]);
    }
  });
});

describe('raw colours', () => {
  it.each([
    '<p style={{ color: "#b0349b" }} />',
    '<p className="text-[tomato]" />',
    '<path fill="white" />',
    "const style = { borderColor: 'rebeccapurple' };",
    'const glow = `0 0 4px rgb(0 0 0 / 40%)`;',
    '.card { border: 1px solid silver; }',
  ])('are refused: %s', (line) => {
    const path = 'apps/web/src/ui/Bad.tsx';
    expect(planted(checkColours, { [path]: `// first\n${line}` })).toEqual([
      expect.stringContaining(`${path}:2 names`),
    ]);
    expect(planted(checkColours, { 'apps/web/src/theme/good.css': line })).toEqual([]);
  });

  it.each([
    '<p className="bg-surface text-muted border-line" />',
    '<path fill="currentColor" stroke="none" />',
    '<a href="#main">#hashtag</a>',
    'const mixed = "color-mix(in oklch, var(--accent) 12%, transparent)";',
    '.one { white-space: pre-wrap; color: var(--ink); }',
  ])('are not reported in %s', (line) => {
    expect(planted(checkColours, { 'apps/web/src/ui/Good.tsx': line })).toEqual([]);
  });
});

describe('translations', () => {
  const english = { posts: { likes_one: '{{count}} like', likes_other: '{{count}} likes', by: 'by {{name}}' } };
  const likes = { likes_one: '{{count}} a', likes_few: '{{count}} b', likes_many: 'c', likes_other: '{{count}} d' };
  const polish = (posts: object) =>
    planted(checkTranslations, {
      'apps/web/src/i18n/en.json': JSON.stringify(english),
      'apps/web/src/i18n/pl.json': JSON.stringify({ posts }),
    }).map((problem) => problem.replace(/^\S+ /, ''));

  it.each([
    ['nothing', { ...likes, by: 'od {{name}}' }, []],
    ['keys', { ...likes, to: 'x' }, ['lacks posts.by', 'has posts.to, which en.json has not']],
    ['plural forms', { ...likes, likes_few: undefined, by: '{{name}}' }, ['lacks the plural form posts.likes_few']],
    ['a placeholder', { ...likes, by: 'od {{imię}}' }, ['differs from en.json in its placeholders at posts.by']],
    ['a text', { ...likes, by: ' ' }, ['has nothing at posts.by']],
    ['a loose word', { ...likes, by: 'i od {{name}}' }, ['may end a line with a one-letter word at posts.by']],
    ['a bound word', { ...likes, by: 'i\u00a0od {{name}}' }, []],
  ])('differ in %s', (_, posts, problems) => {
    expect(polish(posts)).toEqual(problems);
  });
});

describe('house rules', () => {
  it('refuse a file of 301 lines, and allow a long test', () => {
    const long = 'export {};\n'.repeat(301);
    expect(planted(checkLengths, { 'apps/api/src/long.ts': long })).toHaveLength(1);
    expect(planted(checkLengths, { 'apps/api/src/long.test.ts': long })).toEqual([]);
  });

  it.each([
    '// TO' + 'DO later',
    'see https://registry.npmjs' + '.org/x',
    "read('/wo" + "rk/main')",
    'router._' + 'def',
  ])('refuse %s', (line) => {
    expect(planted(checkWords, { 'apps/api/src/bad.ts': `\n${line}` })).toEqual([
      expect.stringContaining('bad.ts:2 holds'),
    ]);
  });

  it('refuse a pattern that takes more than linear time, or of which that is not known', () => {
    const found = planted(checkPatterns, {
      'apps/api/src/bad.ts': 'export const bad = /(a+)+b/;\nconst good = /a+b?/;',
      'apps/api/src/returned.ts': 'export const bad = (a: string) => /<([^>]*)>/.test(a);',
      'apps/api/src/unknown.ts': 'export const bad = /^(?=a)(a+)+b/;',
      'apps/api/src/lines.ts': 'export const bad = /^\\s*x/gm;',
    });
    expect(found).toEqual([
      expect.stringMatching(/bad\.ts:1 .* takes exponential time/),
      expect.stringMatching(/returned\.ts:1 .* takes 2nd degree polynomial time/),
      expect.stringMatching(/unknown\.ts:1 .* takes an unknown time/),
      expect.stringMatching(/lines\.ts:1 .* takes 2nd degree polynomial time/),
    ]);
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
    'create unique index posts_caption on posts (caption)',
    'lock table posts',
    'create index concurrently posts_caption on posts (caption)',
    'alter table posts add constraint short check (id < 9) not valid; alter table posts validate constraint short',
    'alter table posts add column a text; alter table users add column b text',
    'create trigger t after insert on posts for each row execute function f()',
  ])('must not block members or break the previous version: %s', (sql) => {
    expect(says(sql)).toEqual([expect.stringMatching(`^${path} (?:has|makes)`)]);
  });

  it.each([
    `alter table posts add column audience text not null default 'public'`,
    `alter table posts add column audience text default 'public' not null`,
    'alter table posts add constraint short check (char_length(caption) < 9) not valid',
    'drop index concurrently if exists posts_caption; create index concurrently posts_caption on posts (caption)',
    'create table blocks (a bigint); alter table blocks add column b bigint; alter table posts add column a text',
    'create table blocks (a bigint not null, b bigint not null); create index blocks_b on blocks (b)',
  ])('are allowed: %s', (sql) => {
    expect(says(sql)).toEqual([]);
  });

  it('may validate a constraint outside of the transaction that added it', () => {
    const source = `isTransactional(): boolean {
    return false;
  } this.addSql('alter table posts add constraint short check (id < 9) not valid; alter table posts validate constraint short');`;
    expect(planted(checkMigrations, { [path]: source })).toEqual([]);
  });
});

describe('SQL', () => {
  it.each([
    'await em.execute("select id from users");',
    'await pool.query(`update posts set caption = null`);',
    'const text = `\n  with a as (select 1) delete from b`;',
    "run('insert into likes (user_id) values (1)');",
    'client.query(`select count(*) as n`);',
  ])('is refused in strings: %s', (source) => {
    const at = 'packages/domain/src/bad.ts';
    expect(planted(checkSql, { [at]: source })).toEqual([expect.stringContaining(`${at}:1 has SQL in a string`)]);
  });

  it.each([
    ['packages/domain/src/good.ts', "throw new Error('Update Kith, or select another database');"],
    ['packages/domain/src/good.test.ts', "probe(db, 'select id from users');"],
    ['packages/db/src/migrations/Migration999.ts', "this.addSql('create table t (id int)');"],
  ])('is not reported in %s: %s', (path, source) => {
    expect(planted(checkSql, { [path]: source })).toEqual([]);
  });

  it.each([
    ["select record_job('feed.trimm', '{}')", 1],
    ["insert into pending_jobs (name) values ('feed.trim')", 1],
    ["select record_job('feed.trim', jsonb_build_object())", 0],
  ])('records jobs by record_job, under a known name: %s', (sql, faults) => {
    const jobs = "export interface JobPayloads {\n  'feed.trim': object;\n}";
    const files = { 'packages/domain/src/jobs.ts': jobs, 'packages/db/src/queries/bad.sql': `-- name: x\n${sql}` };
    expect(planted(checkJobs, files)).toHaveLength(faults);
  });
});
