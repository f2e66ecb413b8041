import { builtinModules } from 'node:module';
import { type Import, importsOf } from './graph.ts';
import { isTest, type Problem, pick, type Sources } from './sources.ts';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/**
 * Finds packages that a workspace imports but does not list in its package.json. Such imports work, because all packages are in
 * one folder, but turbo would not notice updates of these packages. Only types, tests and builds may use devDependencies.
 */
export function checkDependencies(sources: Sources): Problem[] {
  const manifests = new Map(
    pick(sources, /^(apps|packages|examples)\/[^/]+\/package\.json$/).map(([path, text]) => [
      path.replace(/package\.json$/, ''),
      JSON.parse(text) as Manifest,
    ]),
  );
  return importsOf(sources).flatMap((each) => {
    const manifest = [...manifests].find(([folder]) => each.from.startsWith(folder))?.[1];
    const name = manifest && nameOf(each);
    if (!name || name in { ...manifest.dependencies, ...manifest.peerDependencies }) return [];
    const lenient = each.typeOnly || isTest(each.from) || !/^(apps|packages)\/[^/]+\/src\//.test(each.from);
    if (name in (manifest.devDependencies ?? {}) && lenient) return [];
    return [`${each.from}:${each.line} imports ${each.specifier}, which its package.json does not name`];
  });
}

function nameOf({ specifier }: Import): string | null {
  if (/^(\.|\/|#|virtual:|node:)/.test(specifier) || builtinModules.includes(specifier)) return null;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
