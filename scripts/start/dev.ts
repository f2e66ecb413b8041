import { join } from 'node:path';
import { root } from '../lib/bootstrap.mjs';
import type { Child } from './child.ts';
import { watchFolders } from './watch.ts';

/** The source folders that each process loads. Vite itself watches those of the web app. */
const sources = { server: ['packages/', 'apps/api/src/'], worker: ['packages/', 'apps/worker/src/'] };

type Name = keyof typeof sources;

/** Returns the processes that load any of these files. Paths are relative to the repository's root. */
export const processesUsing = (files: readonly string[]): Name[] =>
  (Object.keys(sources) as Name[]).filter((name) =>
    files.some((file) => sources[name].some((folder) => file.startsWith(folder))),
  );

/**
 * After a change to source files, calls `migrate`, and restarts the processes that load the files. Changes that happen during a
 * restart are combined into the next one.
 */
export function restartOnChange(children: Record<Name, Child>, migrate: () => Promise<void>): { close(): void } {
  let waiting = new Set<Name>();
  let busy = false;

  async function work(): Promise<void> {
    busy = true;
    while (waiting.size > 0) {
      const names = [...waiting];
      waiting = new Set();
      try {
        await migrate();
        console.log(`Starting the ${names.join(' and the ')} with the changes …`);
        for (const name of names) children[name].restart();
      } catch (error) {
        console.error(`${(error as Error).message}\nThe earlier version is still running.`);
      }
    }
    busy = false;
  }

  const folders = ['packages', 'apps/api/src', 'apps/worker/src'].map((folder) => join(root, folder));
  return watchFolders(folders, (files) => {
    for (const name of processesUsing(files.map((file) => file.slice(root.length + 1).replaceAll('\\', '/'))))
      waiting.add(name);
    if (!busy) void work();
  });
}
