import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const texts = /\.(?:js|css|json|svg|webmanifest)$/;
const worthwhile = 1024;

/**
 * The chunks that make up most of a first visit. Brotli's highest level makes them 10 % smaller than its ninth, in a second; for
 * all files it would take six.
 */
const first = /\/(?:index|app)-[^/]+\.js$/;

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
    closeBundle(error) {
      // This hook also runs after a failed build, when there may be no output.
      if (error) return;
      const all = readdirSync(outDir, { recursive: true, encoding: 'utf8' });
      for (const path of all.filter((each) => texts.test(each)).map((each) => join(outDir, each))) {
        const text = readFileSync(path);
        if (text.length < worthwhile) continue;
        const quality = first.test(path) ? 11 : 9;
        const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
        writeFileSync(`${path}.br`, brotliCompressSync(text, { params }));
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}
