import { posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { lineAt, pick, type Sources } from './sources.ts';

/** An import, export-from, dynamic import or import type. `to` is a file of this repository, a package's name, or null. */
export interface Import {
  from: string;
  line: number;
  specifier: string;
  typeOnly: boolean;
  to: { file: string } | { package: string } | null;
}

type Found = Pick<Import, 'specifier' | 'typeOnly'> & { start: number };

/** Returns all imports of all TypeScript files, resolved by relative path and through the exports of our own packages. */
export function importsOf(sources: Sources): Import[] {
  const resolve = resolverOf(sources);
  return pick(sources, /\.(ts|tsx|mjs)$/).flatMap(([from, source]) =>
    find(from, source).map(({ specifier, typeOnly, start }) => ({
      from,
      line: lineAt(source, start),
      specifier,
      typeOnly,
      to: resolve(from, specifier),
    })),
  );
}

function find(path: string, source: string): Found[] {
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path} does not parse: ${errors[0].message}`);
  const found: Found[] = [];
  const add = (node: unknown, start: number, typeOnly: boolean) => {
    const literal = node as { type: string; value?: unknown } | null;
    if (literal?.type === 'Literal' && typeof literal.value === 'string')
      found.push({ specifier: literal.value, start, typeOnly });
  };
  const allTypes = (specifiers: readonly object[], kind: 'importKind' | 'exportKind') =>
    specifiers.length > 0 && specifiers.every((each) => (each as Record<string, unknown>)[kind] === 'type');
  new Visitor({
    ImportDeclaration: (node) =>
      add(node.source, node.start, node.importKind === 'type' || allTypes(node.specifiers, 'importKind')),
    ExportNamedDeclaration: (node) =>
      add(node.source, node.start, node.exportKind === 'type' || allTypes(node.specifiers, 'exportKind')),
    ExportAllDeclaration: (node) => add(node.source, node.start, node.exportKind === 'type'),
    ImportExpression: (node) => add(node.source, node.start, false),
    TSImportType: (node) => add(node.source, node.start, true),
  }).visit(program);
  return found;
}

/** Returns the files that our packages export, by the name under which they are imported. */
function exportedFiles(sources: Sources): Map<string, string> {
  const exportsOf = new Map<string, string>();
  for (const [path, text] of pick(sources, /^(apps|packages|examples)\/[^/]+\/package\.json$/)) {
    const { name, exports = {} } = JSON.parse(text) as { name: string; exports?: Record<string, string> };
    for (const [key, file] of Object.entries(exports))
      exportsOf.set(posix.join(name, key), posix.join(posix.dirname(path), file));
  }
  return exportsOf;
}

function resolverOf(sources: Sources) {
  const exportsOf = exportedFiles(sources);
  const fileAt = (path: string) =>
    [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`, `${path}/index.tsx`].find((each) => sources.has(each)) ??
    path;

  return (from: string, specifier: string): Import['to'] => {
    const bare = specifier.replace(/\?.*$/, '');
    if (bare.startsWith('.')) return { file: fileAt(posix.join(posix.dirname(from), bare)) };
    if (bare.startsWith('/') || bare.startsWith('virtual:') || bare.startsWith('#')) return null;
    const ours = exportsOf.get(bare);
    if (ours) return { file: ours };
    return { package: bare.split('/', bare.startsWith('@') ? 2 : 1).join('/') };
  };
}
