import { type Import, importsOf } from './graph.ts';
import { isTest, type Problem, type Sources } from './sources.ts';

/**
 * The allowed imports between our packages. house.test.ts checks that docs/architecture.md and the package.json files agree.
 * Tests and scripts may import all packages.
 */
export const allowedImports: { importer: string; may: string[]; types?: string[] }[] = [
  { importer: 'packages/contracts/', may: [] },
  { importer: 'packages/db/', may: [] },
  { importer: 'packages/domain/', may: ['packages/db/', 'packages/contracts/'] },
  { importer: 'packages/platform/', may: ['packages/domain/', 'packages/db/'] },
  { importer: 'packages/trpc/', may: ['packages/domain/', 'packages/contracts/'] },
  {
    importer: 'apps/api/',
    may: ['packages/contracts/', 'packages/trpc/', 'packages/domain/', 'packages/db/', 'packages/platform/'],
  },
  { importer: 'apps/worker/', may: ['packages/domain/', 'packages/db/', 'packages/platform/'] },
  { importer: 'apps/web/', may: ['packages/contracts/'], types: ['packages/trpc/src/index.ts'] },
  { importer: 'packages/client/', may: [], types: ['packages/trpc/src/index.ts'] },
  { importer: 'examples/typed-client/', may: ['packages/client/'] },
];

/** The layers of the web app, lowest first. A file may import only from its own layer and lower ones. */
const webLayers = [
  /^apps\/web\/src\/(lib|theme|i18n|start)\//,
  /^apps\/web\/src\/ui\//,
  /^apps\/web\/src\/features\//,
  /^apps\/web\/src\/routes\//,
];

/**
 * The features of the web app in their order, lowest first. A feature may import only features of lower rows. Code that two
 * features of a row share belongs to a lower row, and only a higher row or a route may combine the two.
 */
export const featureRows = [
  ['auth', 'people', 'posts'],
  ['follows', 'blocks', 'reports', 'completion'],
  ['likes', 'bookmarks', 'comments'],
  ['composer'],
  ['feed'],
  ['home', 'profile', 'search', 'notifications', 'messages', 'moderation'],
  ['settings', 'welcome'],
  ['shell'],
];

/** External packages that may be imported only by the files `only`, or by all files except `never`. */
const externalPackages: { names: RegExp; only?: RegExp; never?: RegExp; why: string }[] = [
  {
    names: /^(fastify|@fastify\/.*|@trpc\/.*|bullmq|ioredis|sharp|react|nodemailer|flydrive)$/,
    never: /^packages\/domain\//,
    why: 'the domain knows no endpoint and no adapter',
  },
  {
    names: /^sharp$/,
    only: /^(apps\/worker\/src\/images|scripts|e2e)\//,
    why: 'pictures are decoded in apps/worker/src/images alone',
  },
  {
    names: /^lucia$/,
    only: /^packages\/domain\/src\/auth\/sessionStore\.ts$/,
    why: 'lucia is no longer developed, so one file alone knows it',
  },
  {
    names: /^(bullmq|ioredis)$/,
    only: /^packages\/platform\/src\/(queue|redis)\//,
    why: 'BullMQ and ioredis are known to packages/platform/src/queue and redis alone',
  },
  {
    names: /^(?!(?:zod|linkify-it)$)/,
    never: /^packages\/contracts\//,
    why: 'contracts are zod and linkify-it only, so that a browser can read them',
  },
];

/** Finds forbidden imports between our packages, between layers of the web app, and of external packages. */
export function checkDirections(sources: Sources): Problem[] {
  return importsOf(sources).flatMap((each) => {
    const why =
      each.to && ('file' in each.to ? forbidden(each, each.to.file) : forbiddenPackage(each, each.to.package));
    return why ? [`${each.from}:${each.line} imports ${each.specifier}: ${why}`] : [];
  });
}

function forbidden({ from, typeOnly }: Import, to: string): string | null {
  const rule = allowedImports.find(({ importer }) => from.startsWith(importer));
  if (!rule) return null;
  const allowed = [
    rule.importer,
    ...rule.may,
    ...(typeOnly ? (rule.types ?? []) : []),
    ...(isTest(from) ? ['packages/', 'examples/', 'scripts/lib/'] : []),
  ];
  if (!allowed.some((prefix) => to.startsWith(prefix))) return `${rule.importer} may not import it`;
  const layerFrom = webLayers.findIndex((layer) => layer.test(from));
  const layerTo = webLayers.findIndex((layer) => layer.test(to));
  const insideWeb = to.startsWith('apps/web/src/');
  if (layerFrom >= 0 && insideWeb && !isTest(from) && (layerTo < 0 || layerTo > layerFrom))
    return 'routes → features → ui → lib, theme, i18n, never back';
  return isTest(from) ? null : forbiddenFeature(from, to);
}

function forbiddenFeature(from: string, to: string): string | null {
  const nameOf = (path: string) => /^apps\/web\/src\/features\/([^/]+)\//.exec(path)?.[1];
  const rowOf = (name: string) => featureRows.findIndex((row) => row.includes(name));
  const [importer, imported] = [nameOf(from), nameOf(to)];
  if (!imported || importer === imported) return null;
  if (rowOf(imported) < 0) return `the feature ${imported} is not in the order of the features`;
  if (!importer || rowOf(imported) < rowOf(importer)) return null;
  return `the feature ${importer} is not above ${imported} in the order of the features`;
}

function forbiddenPackage({ from }: Import, name: string): string | null {
  if (name.startsWith('@kith/') && allowedImports.some(({ importer }) => from.startsWith(importer)))
    return 'no export of ours has this name';
  if (isTest(from)) return null;
  return (
    externalPackages.find(
      ({ names, only, never }) => names.test(name) && ((only && !only.test(from)) || never?.test(from)),
    )?.why ?? null
  );
}

/** Finds import cycles between our files, type imports included. Reports no cycle from a file that a reported cycle contains. */
export function checkCycles(sources: Sources): Problem[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of importsOf(sources)) {
    if (to && 'file' in to && sources.has(to.file)) next.set(from, (next.get(from) ?? new Set()).add(to.file));
  }
  const reported = new Set<string>();
  return [...next.keys()].flatMap((start) => {
    if (reported.has(start)) return [];
    const cycle = shortestCycle(start, next);
    for (const file of cycle ?? []) reported.add(file);
    return cycle ? [`${start} is in a cycle: ${[...cycle, start].join(' → ')}`] : [];
  });
}

function shortestCycle(start: string, next: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const paths = [[start]];
  const seen = new Set<string>();
  for (const path of paths) {
    for (const to of next.get(path.at(-1) ?? start) ?? []) {
      if (to === start) return path;
      if (!seen.has(to)) paths.push([...path, to]);
      seen.add(to);
    }
  }
  return null;
}
