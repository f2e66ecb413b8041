import { join } from 'node:path';
import { build, type Rolldown } from 'vite';

/** The code of one file with all that it imports, built by itself: it may lean on no chunk of the pages. */
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
