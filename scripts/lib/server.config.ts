import { dirname, relative, resolve } from 'node:path';
import type { Plugin, UserConfig } from 'vite';

/**
 * Packages that stay in node_modules: those with native code, and those that are loaded only if an operator switches their feature
 * on.
 */
const external = [
  'sharp',
  '@node-rs/argon2',
  'oidc-provider',
  '@bull-board/api',
  '@bull-board/fastify',
  '@bull-board/ui',
];

/** Lets a module that reads files next to itself, such as SQL, read them in the source folder. */
const filesBesideModules = (outDir: string): Plugin => ({
  name: 'files-beside-modules',
  transform(code, id) {
    if (!/\bimport\.meta\.(?:url|dirname)\b/.test(code)) return null;
    const [file, folder] = [id, dirname(id)].map((path) => JSON.stringify(relative(outDir, path)));
    return code
      .replaceAll('import.meta.url', `new URL(${file}, import.meta.url).href`)
      .replaceAll('import.meta.dirname', `(import.meta.dirname + '/' + ${folder})`);
  },
});

/**
 * The Vite configuration of a server process: its modules and packages become a few files, which load in half the time of 1,700.
 * Not minified, because stack traces in logs refer to them: before each module, a comment names its source file.
 */
const config: UserConfig = {
  plugins: [filesBesideModules(resolve('dist'))],
  ssr: { noExternal: true, external },
  build: {
    target: 'node26',
    minify: false,
    rolldownOptions: {
      external: /^@opentelemetry\//,
      // Names of classes are part of error messages and of the ORM's metadata.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', keepNames: true },
    },
  },
};

export default config;
