import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { exportedFiles } from './graph.ts';
import { isTest, pick, type Sources } from './sources.ts';

type Leg = readonly [from: string, to: string];

/**
 * The code paths of three features, each from a tap to another member's screen, as a list of pairs of files. The first file of a
 * pair imports the second, directly or through other files. A pair of the same file is an adapter, which is called through a
 * port of the domain.
 */
export const ways: Record<string, readonly Leg[]> = {
  'a like': [
    ['apps/web/src/features/likes/LikeButton.tsx', 'apps/web/src/lib/api.ts'],
    ['apps/web/src/features/likes/LikeButton.tsx', 'apps/web/src/lib/outbox/store.ts'],
    ['apps/api/src/trpc/calls.ts', 'packages/db/src/queries/likes.ts'],
    ['packages/trpc/src/routers/likes.ts', 'packages/contracts/src/likes.ts'],
    ['packages/domain/src/likes.ts', 'packages/domain/src/afterCommit.ts'],
    ['packages/platform/src/live/postgres.ts', 'packages/platform/src/live/postgres.ts'],
    ['apps/api/src/live/delivery.ts', 'packages/db/src/queries/live.ts'],
    ['apps/api/src/live/route.ts', 'apps/api/src/live/route.ts'],
    ['apps/api/src/live/streams.ts', 'apps/api/src/live/stream.ts'],
    ['apps/web/src/features/likes/likeCache.ts', 'apps/web/src/lib/live.ts'],
    ['apps/web/src/features/likes/likeCache.ts', 'apps/web/src/features/posts/postCache.ts'],
  ],
  'a picture post': [
    ['apps/web/src/features/composer/ComposerDialog.tsx', 'apps/web/src/lib/api.ts'],
    ['apps/web/src/features/composer/ComposerDialog.tsx', 'apps/web/src/lib/upload.ts'],
    ['apps/api/src/trpc/calls.ts', 'packages/domain/src/posts/createPost.ts'],
    ['packages/domain/src/posts/createPost.ts', 'packages/db/src/queries/posts.ts'],
    ['packages/domain/src/posts/createPost.ts', 'packages/db/src/queries/feed.ts'],
    ['apps/api/src/rest/images.ts', 'packages/domain/src/images/receiveUpload.ts'],
    ['apps/api/src/rest/images.ts', 'packages/domain/src/posts/postPicture.ts'],
    ['packages/domain/src/posts/postPicture.ts', 'packages/db/src/queries/pendingJobs.ts'],
    ['apps/worker/src/worker.ts', 'apps/worker/src/images/imager.ts'],
    ['apps/worker/src/images/child.ts', 'apps/worker/src/images/makeImage.ts'],
    ['apps/worker/src/registry.ts', 'apps/worker/src/images/processImage.ts'],
    ['apps/worker/src/images/processImage.ts', 'packages/domain/src/images/imageStatus.ts'],
    ['apps/api/src/live/streams.ts', 'apps/api/src/live/stream.ts'],
  ],
  'a private follow': [
    ['apps/web/src/features/follows/FollowButton.tsx', 'apps/web/src/lib/api.ts'],
    ['apps/api/src/trpc/calls.ts', 'packages/db/src/queries/follows.ts'],
    ['packages/domain/src/follows.ts', 'packages/domain/src/afterCommit.ts'],
    ['packages/domain/src/push/sendPush.ts', 'packages/db/src/queries/push.ts'],
    ['packages/platform/src/push/pusher.ts', 'packages/platform/src/push/encrypt.ts'],
    ['apps/api/src/live/streams.ts', 'packages/domain/src/stream.ts'],
    ['apps/web/src/features/follows/followCache.ts', 'apps/web/src/lib/live.ts'],
  ],
};

interface Module {
  /** The run-time imports: the imported file, and the imported name or null for the whole file. */
  imports: { to: string; name: string | null }[];
  own: Set<string>;
  passedOn: Map<string, { to: string; name: string }>;
  stars: string[];
}

/** Returns each file of the product with the files it imports. An import of a re-exported name leads to the declaring file. */
function importGraph(sources: Sources): Map<string, Set<string>> {
  const packages = exportedFiles(sources);
  const modules = new Map<string, Module>();
  for (const [path, source] of pick(sources, /^(apps|packages)\/.*\.tsx?$/)) {
    if (isTest(path)) continue;
    const resolve = (specifier: string) =>
      specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : packages.get(specifier);
    const { module } = parseSync(path, source);
    const found: Module = { imports: [], own: new Set(), passedOn: new Map(), stars: [] };
    for (const { moduleRequest, entries } of module.staticImports) {
      const to = resolve(moduleRequest.value);
      if (to === undefined) continue;
      const used = entries.filter(({ isType }) => !isType);
      for (const { importName, localName } of used) {
        if (importName.kind === 'Name') found.imports.push({ to, name: importName.name });
        else if (importName.kind === 'NamespaceObject')
          for (const [, name = ''] of source.matchAll(new RegExp(`\\b${localName.value}\\.(\\w+)`, 'g')))
            found.imports.push({ to, name });
        else found.imports.push({ to, name: null });
      }
    }
    for (const { entries } of module.staticExports)
      for (const { moduleRequest, exportName, importName, isType } of entries) {
        const to = moduleRequest && resolve(moduleRequest.value);
        if (!moduleRequest && exportName.name) found.own.add(exportName.name);
        else if (to && exportName.kind === 'None') found.stars.push(to);
        else if (to && exportName.name && !isType)
          found.passedOn.set(exportName.name, { to, name: importName.name ?? exportName.name });
      }
    modules.set(path, found);
  }
  const declares = (file: string, name: string, seen = new Set<string>()): string | null => {
    const module = modules.get(file);
    if (!module || seen.has(file)) return null;
    seen.add(file);
    if (module.own.has(name)) return file;
    const passed = module.passedOn.get(name);
    if (passed) return declares(passed.to, passed.name, seen);
    for (const star of module.stars) {
      const found = declares(star, name, seen);
      if (found) return found;
    }
    return null;
  };
  return new Map(
    [...modules].map(([path, { imports }]) => [
      path,
      new Set(imports.map(({ to, name }) => (name === null ? to : (declares(to, name) ?? to)))),
    ]),
  );
}

function reached(graph: ReadonlyMap<string, ReadonlySet<string>>, from: string): Set<string> {
  const found = new Set([from]);
  for (const file of found) for (const next of graph.get(file) ?? []) found.add(next);
  return found;
}

/**
 * Returns the files of each code path in `ways`: for each of its pairs of files, all files on any import path from the first to
 * the second, and the SQL files that belong to them.
 */
export function filesOfWays(sources: Sources): Record<string, string[]> {
  const graph = importGraph(sources);
  const back = new Map<string, Set<string>>();
  for (const [from, tos] of graph) for (const to of tos) back.set(to, (back.get(to) ?? new Set()).add(from));
  return Object.fromEntries(
    Object.entries(ways).map(([name, legs]) => {
      const files = new Set<string>();
      for (const [from, to] of legs) {
        const onTheWay = [...reached(graph, from)].filter((file) => reached(back, to).has(file));
        if (onTheWay.length === 0) throw new Error(`${name}: nothing leads from ${from} to ${to}`);
        for (const file of onTheWay) files.add(file);
      }
      for (const file of [...files]) {
        const sql = file.replace(/\.ts$/, '.sql');
        if (/\/queries\//.test(file) && sources.has(sql)) files.add(sql);
      }
      return [name, [...files].sort()];
    }),
  );
}
