import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { lineOf, StartError } from '@kith/platform';
import { root } from '../lib/bootstrap.mjs';
import { ensureBuilt, releaseMark } from '../lib/build.mjs';
import { readOptions } from '../lib/options.ts';

const usage = `Usage: npm run release [-- --into FOLDER]
Builds Kith, and packs what a server needs, without its npm packages, into release/kith-VERSION.tar.gz. Unpacked, it starts by
\`npm start\`, which installs the packages and builds nothing. With --into it is written to FOLDER, which must not exist yet.`;

/** What a release has. Folders come whole, but for tests; `.git` and documentation are missing in the build of an image. */
const contents = [
  ...['package.json', 'package-lock.json', '.npmrc', '.env.example', 'LICENSE', 'README.md', 'CHANGELOG.md', 'docs'],
  ...['deploy', 'packages', 'apps/api', 'apps/worker', 'apps/web/package.json', 'apps/web/dist'],
  'examples/typed-client/package.json',
  ...['start.mjs', 'run.mjs', 'prepare.mjs', 'lib', 'start', 'kith', 'backup', 'restore', 'seed'].map(
    (name) => `scripts/${name}`,
  ),
];
const left = /(?:^|\/)(?:node_modules|\.turbo|\.cache)(?:\/|$)|\.test\.tsx?$|^docs\/(?:images|decisions)(?:\/|$)/;

/** The commit that is released, which `kith version` shows; '' in the build of an image, which adds it. */
function commit(): string {
  if (!existsSync(join(root, '.git'))) return '';
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  if (git('status', '--porcelain') !== '')
    console.error('There are changes that are not committed: the release has them.');
  return git('rev-parse', 'HEAD');
}

function copyTo(folder: string, version: string): void {
  for (const name of contents) {
    const from = join(root, name);
    if (!existsSync(from)) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(from, join(folder, name), {
      recursive: true,
      filter: (path) => !left.test(path.slice(root.length + 1).replaceAll('\\', '/')),
    });
  }
  writeFileSync(join(folder, releaseMark), `${version}\n`);
  writeFileSync(join(folder, 'COMMIT'), commit());
}

async function release(): Promise<string> {
  const { into } = readOptions(usage, { into: { type: 'string' } });
  if (into && existsSync(into)) throw new StartError(`${into} is there already: name a new folder.`);
  await ensureBuilt();
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const name = `kith-${version}`;
  const folder = into ? resolve(into) : join(root, 'release', name);
  if (!into) rmSync(folder, { recursive: true, force: true });
  copyTo(folder, version);
  if (into) return `The release is in ${folder}.`;
  const tarball = `${folder}.tar.gz`;
  execFileSync('tar', ['--create', '--gzip', '--file', tarball, '--directory', dirname(folder), name]);
  rmSync(folder, { recursive: true });
  return `The release is ${tarball}.`;
}

try {
  console.log(await release());
} catch (error) {
  console.error(lineOf(error));
  process.exitCode = 1;
}
