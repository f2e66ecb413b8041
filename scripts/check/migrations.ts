import { type Problem, pick, type Sources } from './sources.ts';

/**
 * Statements that would lock tables for long, or break the previous version, which still runs during a migration. Each comes with
 * the reason and the alternative.
 */
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

/** Returns the tables that these statements lock until the transaction ends, except those `made` by the same migration. */
function lockedBy(code: string, made: (string | undefined)[]): string[] {
  const altered = code.matchAll(/\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)/gi);
  const triggered = code.matchAll(
    /\btrigger\s+(?:if\s+exists\s+)?\w+\s+(?:(?:before|after|instead)\b[^;`]*?\s)?on\s+(\w+)/gi,
  );
  const names = [...altered, ...triggered].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !made.includes(name));
}

/** Returns what is wrong with a migration as a whole, or null. */
function wrongWith(code: string, made: (string | undefined)[]): string | null {
  const inTransaction = !/isTransactional\(\)[^{]*\{\s*return false/.test(code);
  if (inTransaction && /\bvalidate\s+constraint\b/i.test(code) && /\bnot\s+valid\b/i.test(code))
    return 'validates in the transaction that added the constraint, and so under its lock: isTransactional() should be false';
  const locked = lockedBy(code, made);
  if (inTransaction && locked.length > 1)
    return `locks ${locked.join(' and ')} in one transaction, and calls that use them the other way round deadlock with it: isTransactional() should be false`;
  const named = (pattern: RegExp) => [...code.matchAll(pattern)].map(([, name]) => name);
  const dropped = named(/\bdrop\s+index\s+concurrently\s+if\s+exists\s+([\w${}]+)/gi);
  const left = named(/\bcreate\s+(?:unique\s+)?index\s+concurrently\s+([\w${}]+)/gi).find(
    (name) => !dropped.includes(name),
  );
  if (left)
    return `creates ${left} concurrently without dropping it before: one that was cut off stays there, not valid`;
  return null;
}

/**
 * Checks that no migration takes a long lock or removes what the previous version uses, which still runs during a migration. Does
 * not check schema.sql, which runs on an empty database.
 */
export function checkMigrations(sources: Sources): Problem[] {
  const later = pick(sources, /^packages\/db\/src\/migrations\/Migration\w+\.ts$/);
  return later.flatMap(([path, source]) => {
    const made = [...source.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi)].map(([, name]) => name);
    // Skips indexes on tables that the same migration creates, because nobody uses such tables yet.
    const onOthers = source.replace(
      /\bcreate\s+(?:unique\s+)?index\s+(?:if\s+not\s+exists\s+)?\w+\s+on\s+(\w+)/gi,
      (whole, name) => (made.includes(name) ? '' : whole),
    );
    const code = onOthers.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    const wrong = wrongWith(code, made);
    if (/\bcreate\s+(?:or\s+replace\s+)?(?:function|trigger)\b/i.test(code))
      return [`${path} makes a function or trigger: they are files of packages/db/src/functions`];
    const whole = wrong === null ? [] : [`${path} has a fault: it ${wrong}`];
    const parts = rules.flatMap(([pattern, instead]) => {
      const found = pattern.exec(code);
      return found ? [`${path} has "${found[0].replace(/\s+/g, ' ').slice(0, 60)}": ${instead}`] : [];
    });
    return [...whole, ...parts];
  });
}
