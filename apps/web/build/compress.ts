import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const texts = /\.(?:js|css|json|svg|webmanifest)$/;
const worthwhile = 1024;

/** Writes each text file's .br and .gz beside it, so that the server compresses nothing while it serves. */
export function compress(): Plugin {
  let outDir = '';
  return {
    name: 'compress',
    apply: 'build',
    configResolved: (config) => {
      outDir = join(config.root, config.build.outDir);
    },
    closeBundle(error) {
      // Runs after a failed build, too, where there may be nothing.
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
