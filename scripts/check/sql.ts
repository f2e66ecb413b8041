import { parseSync, Visitor } from 'oxc-parser';
import { isTest, lineAt, type Problem, pick, type Sources } from './sources.ts';

/** Matches a text that starts with an SQL statement, but not an English sentence that starts with a word such as "select". */
const begins = new RegExp(
  `^\\s*(?:${[
    /select\s+(?:[^;]*\bfrom\s|\w+\s*\()/,
    /insert\s+into\s+\w/,
    /update\s+[\w.]+(?:\s+\w+)?\s+set\s/,
    /delete\s+from\s+[\w.]+/,
    /with\s+\w+(?:\s*\([^)]*\))?\s+as\s+(?:materialized\s+)?\(/,
    /(?:create|alter|drop)\s+(?:unlogged\s+|temp\s+|unique\s+)?(?:table|index|schema|role|function|trigger|sequence|extension)\b/,
    /(?:truncate|lock\s+table|vacuum|declare\s+\w+\s+.*cursor)\b/,
    /(?:listen|notify)\s+\w+$/,
  ]
    .map(({ source }) => source)
    .join('|')})`,
  'is',
);

/** The places where strings may contain SQL, each with the reason. All other code uses entities or statements of .sql files. */
const places: [place: RegExp, why: string][] = [
  [/^packages\/db\//, 'the typed caller, the migrations and the watch'],
  [/^packages\/platform\/src\/(?:backup|postgres)\//, "PostgreSQL's own catalogs, and tables of whichever version"],
  [/^packages\/platform\/src\/(?:queue\/(?:migrate|schedules)|live\/postgres|connections)\.ts$/, 'no table of ours'],
  [/^scripts\/start\/upToDate\.ts$/, 'a comment on a schema, before there are tables'],
  [/^scripts\/bench\//, 'rows by the million, made up by PostgreSQL'],
];

/** Finds SQL in strings outside `places`. Skips tests, which may read tables with `probe`. */
export function checkSql(sources: Sources): Problem[] {
  return pick(sources, /^(?:apps\/(?:api|worker)|packages|scripts|examples)\/.*\.(?:ts|tsx|mjs)$/)
    .filter(([path]) => !isTest(path) && !places.some(([place]) => place.test(path)))
    .flatMap(([path, source]) => {
      const found: Problem[] = [];
      const look = (text: string, start: number) => {
        if (begins.test(text))
          found.push(
            `${path}:${lineAt(source, start)} has SQL in a string: write an entity, or a statement of queries/`,
          );
      };
      new Visitor({
        Literal: (node) => typeof node.value === 'string' && look(node.value, node.start),
        TemplateLiteral: (node) => look(node.quasis.map(({ value }) => value.cooked ?? '').join('x'), node.start),
      }).visit(parseSync(path, source).program);
      return found;
    });
}
