import { basename, dirname, relative, resolve } from 'node:path';
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

/** The scripts of each folder that is built. */
const scripts: Record<string, string[]> = {
  api: ['src/server.ts'],
  worker: ['src/main.ts'],
  start: ['main.ts', 'migrate.ts'],
};

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
 * The Vite configuration of the api, the worker, or what starts them: its modules and packages become a few files, which load in
 * half the time. Not minified, because stack traces in logs refer to them: before each module, a comment names its source file.
 */
const config: UserConfig = {
  plugins: [filesBesideModules(resolve('dist'))],
  ssr: { noExternal: true, external },
  build: {
    ssr: true,
    target: 'node26',
    minify: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: scripts[basename(resolve('.'))] ?? [],
      // Migrations are loaded from their sources. They must use the same copy of MikroORM as the module that runs them, which is
      // therefore not bundled either.
      external: [/^@opentelemetry\//, '@kith/db/migrate'],
      // Names of classes are part of error messages and of the ORM's metadata.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', keepNames: true },
    },
  },
};

export default config;
