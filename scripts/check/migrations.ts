import { type Problem, pick, type Sources } from './sources.ts';

/** The first version's migration made the tables: nothing was there that it could have held up. */
const founding = /Migration001/;

/** What would hold up members, or break the version that still runs beside the one that migrates, and what to do instead. */
const rules: [pattern: RegExp, instead: string][] = [
  [/\bdrop\s+(?:table|column)\b/i, 'the last version still reads it: drop it one release later'],
  [/\brename\s+(?:to|column)\b/i, 'the last version knows only the old name: add the new one beside it'],
  [/\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b/i, 'it rewrites the table: add a column and fill it by a job'],
  [/\bset\s+not\s+null\b/i, 'it reads the whole table under a lock: add a check that is not valid, then validate it'],
  [
    /\badd\s+column\s+(?:if\s+not\s+exists\s+)?\w+[^,;`]*\bnot\s+null\b(?![^,;`]*\bdefault\b)(?<!\bdefault\b[^,;`]*)/i,
    'the last version writes no value for it: give it a default',
  ],
  [
    /\badd\s+constraint\s+\w+\s+(?:check|foreign\s+key)\b(?![^;`]*\bnot\s+valid\b)/i,
    'it reads the whole table under a lock: add it as not valid, then validate it',
  ],
  [/\bcreate\s+(?:unique\s+)?index\s+(?!concurrently)/i, 'writes wait until it is built: create it concurrently'],
  [/\b(?:vacuum\s+full|cluster|reindex\s+(?!concurrently))\b/i, 'it locks the table for as long as it takes'],
  [/\block\s+table\b/i, 'everybody waits'],
];

/** Migrations run while the previous version still serves: none may take a long lock or remove what that version uses. */
export function checkMigrations(sources: Sources): Problem[] {
  const later = pick(sources, /^packages\/db\/src\/migrations\/Migration\w+\.ts$/).filter(
    ([path]) => !founding.test(path),
  );
  return later.flatMap(([path, source]) => {
    const made = [...source.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi)].map(([, name]) => name);
    // An index on a table that the same migration makes holds up nobody.
    const onOthers = source.replace(
      /\bcreate\s+(?:unique\s+)?index\s+(?:if\s+not\s+exists\s+)?\w+\s+on\s+(\w+)/gi,
      (whole, name) => (made.includes(name) ? '' : whole),
    );
    const code = onOthers.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    return rules.flatMap(([pattern, instead]) => {
      const found = pattern.exec(code);
      return found ? [`${path} has "${found[0].replace(/\s+/g, ' ').slice(0, 60)}": ${instead}`] : [];
    });
  });
}
