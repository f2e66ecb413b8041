import { watch } from 'node:fs';
import { join } from 'node:path';

/** How long after a change to wait for others of the same save, in milliseconds. */
const settleMs = 100;

const watched = /\.(?:ts|sql|json)$/;
const ignored = /\.test\.ts$|(?:^|[/\\])(?:\.[^/\\]*|node_modules|dist)[/\\]/;

/** Calls `changed` with the changed files below some folders, those of one save together. */
export function watchFolders(roots: readonly string[], changed: (files: string[]) => void): { close(): void } {
  const pending = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const watchers = roots.map((root) =>
    watch(root, { recursive: true }, (_event, name) => {
      if (name === null || !watched.test(name) || ignored.test(name)) return;
      pending.add(join(root, name));
      clearTimeout(timer);
      timer = setTimeout(() => {
        const files = [...pending];
        pending.clear();
        changed(files);
      }, settleMs);
    }),
  );
  return {
    close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
