import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { gzipAsync } from '@gfx/zopfli';
import type { Plugin } from 'vite';

const texts = /\.(?:js|css|json|svg|webmanifest)$/;
const worthwhile = 1024;

/**
 * The chunks that make up most of a first visit. Only their .gz files are made with Zopfli, which makes them 3 % smaller. This
 * takes 4 s; for all files it would take 30 s.
 */
const first = /\/(?:core|app|login|home)-[^/]+\.js$/;

/**
 * Writes a .br and a .gz file beside each text file, so that the server does not compress while serving. Browsers accept brotli
 * only over https; over plain http the server sends the .gz files.
 */
export function compress(): Plugin {
  let outDir = '';
  return {
    name: 'compress',
    apply: 'build',
    configResolved: (config) => {
      outDir = join(config.root, config.build.outDir);
    },
    async closeBundle(error) {
      // This hook also runs after a failed build, when there may be no output.
      if (error) return;
      const all = readdirSync(outDir, { recursive: true, encoding: 'utf8' });
      for (const path of all.filter((each) => texts.test(each)).map((each) => join(outDir, each))) {
        const text = readFileSync(path);
        if (text.length < worthwhile) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
        writeFileSync(`${path}.br`, brotliCompressSync(text, { params }));
        const small = first.test(path) ? await gzipAsync(text, { numiterations: 30 }) : gzipSync(text, { level: 9 });
        writeFileSync(`${path}.gz`, small);
      }
    },
  };
}
