import { watch } from 'node:fs';
import { join } from 'node:path';

/** How many milliseconds to wait after a change for further changes, which are then reported together. */
const settleMs = 100;

const watched = /\.(?:ts|sql|json)$/;
const ignored = /\.test\.ts$|(?:^|[/\\])(?:\.[^/\\]*|node_modules|dist)[/\\]/;

/** Watches folders, and calls `changed` with the changed source files. Changes in quick succession are reported together. */
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
