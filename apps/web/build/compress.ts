import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const texts = /\.(?:js|css|json|svg|webmanifest)$/;
const worthwhile = 1024;

/** Writes .br and .gz files beside each text file, so that the server does not compress while serving. */
export function compress(): Plugin {
  let outDir = '';
  return {
    name: 'compress',
    apply: 'build',
    configResolved: (config) => {
      outDir = join(config.root, config.build.outDir);
    },
    closeBundle(error) {
      // Also runs after a failed build, where there may be no output.
      if (error) return;
      const all = readdirSync(outDir, { recursive: true, encoding: 'utf8' });
      for (const path of all.filter((each) => texts.test(each)).map((each) => join(outDir, each))) {
        const text = readFileSync(path);
        if (text.length < worthwhile) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
        writeFileSync(`${path}.br`, brotliCompressSync(text, { params }));
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}
