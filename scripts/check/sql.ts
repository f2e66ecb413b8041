import { parseSync, Visitor } from 'oxc-parser';
import { isTest, lineAt, type Problem, pick, type Sources } from './sources.ts';

/** Matches a text that starts with an SQL statement, but not an English sentence that starts with a word such as "select". */
const begins = new RegExp(
  `^\\s*(?:${[
    'select\\s+(?:[^;]*\\bfrom\\s|\\w+\\s*\\()',
    'insert\\s+into\\s',
    'update\\s+\\w+(?:\\s+\\w+)?\\s+set\\s',
    'delete\\s+from\\s',
    'with\\s+\\w+\\s+as\\s',
    '(?:create|alter|drop)\\s+(?:table|index|schema|role|function|trigger|extension)\\b',
    '(?:truncate|lock\\s+table|vacuum)\\b',
    '(?:listen|notify)\\s+\\w+$',
  ].join('|')})`,
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
export const checkSql = (sources: Sources): Problem[] =>
  pick(sources, /^(?:apps\/(?:api|worker)|packages|scripts|examples)\/.*\.(?:ts|mjs)$/)
    .filter(([path]) => !isTest(path) && !places.some(([place]) => place.test(path)))
    .flatMap(([path, source]) => {
      const starts: number[] = [];
      new Visitor({
        Literal: ({ value, start }) => typeof value === 'string' && begins.test(value) && starts.push(start),
        TemplateLiteral: ({ quasis, start }) =>
          begins.test(quasis.map(({ value }) => value.cooked ?? '').join('x')) && starts.push(start),
      }).visit(parseSync(path, source).program);
      return starts.map(
        (start) => `${path}:${lineAt(source, start)} has SQL in a string: write an entity, or a statement of queries/`,
      );
    });
