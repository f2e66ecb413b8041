import { join } from 'node:path';
import { build, type Rolldown } from 'vite';

/** Bundles one file with all its imports, for a script that cannot share chunks with the pages. */
export async function bundled(root: string, entry: string): Promise<string> {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      copyPublicDir: false,
      target: 'esnext',
      rolldownOptions: { input: join(root, entry), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}
