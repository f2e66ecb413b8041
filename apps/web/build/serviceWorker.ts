import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { bundled } from './bundled.ts';

const entry = 'src/serviceWorker/main.ts';

/**
 * The files of public/ that pages need. Icons and the manifest are not among them: only the operating system fetches them, and the
 * manifest has the server's name.
 */
const always = ['favicon.svg'];

/** Large files that few members need. The service worker caches them only after a page has requested them. */
const seldom = /\/node_modules\/(?:emojibase-data|frimousse)\//;

/** Builds the service worker. Its file starts with the list of the files of this version of the app. */
export function serviceWorker(): Plugin {
  let root = '';
  let publicDir = '';
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      ({ root, publicDir } = config);
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('The bundle has no index.html for the service worker to cache');
        const code = await bundled(root, entry);
        const isSeldom = (name: string) => {
          const file = bundle[name];
          // The code that converts videos.
          if (/^assets\/worker-/.test(name)) return true;
          return file?.type === 'chunk' && file.moduleIds.some((id) => seldom.test(id));
        };
        const assets = Object.keys(bundle).filter((name) => name.startsWith('assets/') && !isSeldom(name));
        const kept = readdirSync(publicDir).filter((name) => always.includes(name));
        const hash = createHash('sha256').update(page.source).update(assets.sort().join()).update(code);
        for (const name of kept) hash.update(readFileSync(join(publicDir, name)));
        const files = ['', ...kept, ...assets].map((name) => `/${name}`);
        const shell = JSON.stringify({ version: hash.digest('hex').slice(0, 12), files });
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: `const kithShell=${shell};\n${code}` });
      },
    },
  };
}
