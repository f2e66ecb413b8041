import { checkCycles } from './imports.ts';
import { filesOfWays } from './paths.ts';
import { isTest, pick, type Sources } from './sources.ts';

const rooms = [
  'apps/api',
  'apps/web',
  'apps/worker',
  'packages/client',
  'packages/contracts',
  'packages/db',
  'packages/domain',
  'packages/platform',
  'packages/trpc',
  'scripts',
];

/** The last column counts files with at most this many lines, because such short files are often better merged into others. */
const shortFile = 15;

const row = (cells: readonly (string | number)[]) =>
  `${String(cells[0]).padEnd(20)}${cells
    .slice(1)
    .map((cell) => String(cell).padStart(9))
    .join('')}`;

/** Returns a table of the number and length of source files by package, without tests, migrations and generated files. */
export function housePicture(sources: Sources): string {
  const files = pick(sources, /^(apps|packages|scripts)\/.*\.(ts|tsx|mjs)$/)
    .filter(([path]) => !isTest(path) && !/\/migrations\/|\.gen\.|\.d\.m?ts$/.test(path))
    .map(([path, source]) => ({ path, lines: source.split('\n').length - 1 }));
  const about = (name: string, some: readonly { lines: number }[]) => {
    const lines = some.map((file) => file.lines).sort((a, b) => a - b);
    const at = (share: number) => lines[Math.min(lines.length - 1, Math.floor(lines.length * share))] ?? 0;
    const all = lines.reduce((sum, each) => sum + each, 0);
    return row([
      name,
      lines.length,
      all,
      at(0.5),
      at(0.9),
      lines.at(-1) ?? 0,
      lines.filter((each) => each <= shortFile).length,
    ]);
  };
  return [
    row(['', 'files', 'lines', 'median', 'p90', 'longest', `≤ ${shortFile}`]),
    ...rooms.map((room) =>
      about(
        room,
        files.filter(({ path }) => path.startsWith(`${room}/`)),
      ),
    ),
    about('all', files),
    `import cycles: ${checkCycles(sources).length}`,
    `files on the way of ${Object.entries(filesOfWays(sources))
      .map(([name, files]) => `${name}: ${files.length}`)
      .join(', ')}`,
  ].join('\n');
}
