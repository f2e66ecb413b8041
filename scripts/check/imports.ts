import { posix } from 'node:path';
import { isTest, lineAt, type Problem, pick, type Sources } from './sources.ts';

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
const featureRows = [
  ['auth', 'people', 'posts'],
  ['follows', 'blocks', 'reports', 'completion', 'linkPreviews', 'voice', 'birthdays'],
  ['likes', 'bookmarks', 'comments', 'polls', 'events'],
  ['composer'],
  ['albums'],
  ['feed'],
  ['home', 'profile', 'search', 'notifications', 'messages', 'moderation', 'today', 'year'],
  ['settings', 'welcome'],
  ['host'],
  ['shell'],
];

/** Packages of which one folder or file of a workspace alone may know. */
const restricted: { names: RegExp; only: RegExp; why: string }[] = [
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
];

/**
 * Finds imports by a path into another workspace, against the order of the web app's layers and features, and of restricted
 * packages. Which packages and workspaces a workspace may import is in its package.json, which biome enforces.
 */
export function checkImports(sources: Sources): Problem[] {
  return pick(sources, /\.(ts|tsx|mjs)$/)
    .filter(([path]) => !isTest(path))
    .flatMap(([from, source]) =>
      [...source.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(({ 1: name = '', index }) => {
        const why = name.startsWith('.')
          ? wrongPath(from, posix.join(posix.dirname(from), name))
          : wrongPackage(from, name);
        return why ? [`${from}:${lineAt(source, index)} imports ${name}: ${why}`] : [];
      }),
    );
}

function wrongPath(from: string, to: string): string | undefined {
  const workspace = /^(apps|packages|examples)\/[^/]+\//.exec(from)?.[0] ?? '';
  if (!to.startsWith(workspace)) return 'other workspaces are imported by name';
  const layerOf = (path: string) => webLayers.findIndex((layer) => layer.test(path));
  if (layerOf(from) >= 0 && (layerOf(to) < 0 || layerOf(to) > layerOf(from)))
    return 'routes → features → ui → lib, theme, i18n, never back';
  const featureOf = (path: string) => /^apps\/web\/src\/features\/([^/]+)\//.exec(path)?.[1];
  const rowOf = (feature: string) => featureRows.findIndex((row) => row.includes(feature));
  const [importer, imported] = [featureOf(from), featureOf(to)];
  if (!imported || importer === imported) return;
  if (rowOf(imported) < 0) return `the feature ${imported} is not in the order of the features`;
  if (importer && rowOf(imported) >= rowOf(importer))
    return `the feature ${importer} is not above ${imported} in the order of the features`;
}

function wrongPackage(from: string, specifier: string): string | undefined {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  return restricted.find(({ names, only }) => names.test(name) && !only.test(from))?.why;
}
