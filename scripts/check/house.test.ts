import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../lib/bootstrap.mjs';
import { allowedImports } from './imports.ts';

/** The folder of each workspace, with the folders of the workspaces on which it depends. */
type Graph = Record<string, string[]>;

const sorted = (graph: Graph): Graph =>
  Object.fromEntries(Object.entries(graph).map(([folder, leans]) => [folder, [...new Set(leans)].sort()]));

/** Returns the dependencies between workspaces that turbo reports in a dry run of the build. */
function graphOfTurbo(): Graph {
  const { stdout } = spawnSync(process.execPath, ['node_modules/turbo/bin/turbo', 'run', 'build', '--dry=json'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
  });
  const { tasks } = JSON.parse(stdout) as { tasks: { taskId: string; directory: string; dependencies: string[] }[] };
  const folders = new Map(tasks.map(({ taskId, directory }) => [taskId, directory]));
  return sorted(
    Object.fromEntries(
      tasks.map(({ directory, dependencies }) => [directory, dependencies.map((id) => folders.get(id) as string)]),
    ),
  );
}

/** Returns the dependencies in the table "Who may import what" of docs/architecture.md, whose last column names packages. */
function graphOfDocs(): Graph {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `((?:apps|packages|examples)\/[^`]+)` \|.*\| ([^|]+) \|$/gm)];
  const packages = rows.map(([, folder = '']) => folder).filter((folder) => folder.startsWith('packages/'));
  return sorted(
    Object.fromEntries(
      rows.map(([, folder = '', may = '']) => [
        folder,
        packages.filter((each) => new RegExp(`\\b${each.replace('packages/', '')}\\b`).test(may)),
      ]),
    ),
  );
}

/** Returns the dependencies that the check of import directions allows. */
function graphOfImportCheck(): Graph {
  const folderOf = (path: string) => path.split('/', 2).join('/');
  return sorted(
    Object.fromEntries(
      allowedImports
        .filter(({ importer }) => importer.split('/').length === 3)
        .map(({ importer, may, types = [] }) => [folderOf(importer), [...may, ...types].map(folderOf)]),
    ),
  );
}

describe('the graph of packages', () => {
  it('is the same for turbo, for the import check and in docs/architecture.md', () => {
    const docs = graphOfDocs();
    expect(Object.keys(docs)).toHaveLength(10);
    expect(graphOfTurbo()).toEqual(docs);
    expect(graphOfImportCheck()).toEqual(docs);
  });

  it('has no global input: what the root depends on is an input of every task', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const ours = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.startsWith('@kith/'));
    expect(ours).toEqual([]);
  });
});
