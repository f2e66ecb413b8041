import { readFileSync } from 'node:fs';

/** A prepared statement: the types of its parameters and rows, and its SQL from `queries/`. */
export interface Statement<P extends readonly unknown[], R> {
  readonly name: string;
  readonly text: string;
  /** Set if the statement reads a list, for which a replica may be used. */
  readonly list?: true;
  readonly types?: { params: P; row: R };
}

const files = new Map<string, ReadonlyMap<string, string>>();

/** Splits a file into its statements, each below a line `-- name: …`; text before the first statement is a comment on the file. */
function read(file: URL): ReadonlyMap<string, string> {
  let found = files.get(file.href);
  if (!found) {
    const parts = readFileSync(file, 'utf8').split(/^-- name: (\w+)\n/m);
    found = new Map(parts.flatMap((name, i) => (i % 2 === 1 ? [[name, parts[i + 1]?.trim() ?? '']] : [])));
    files.set(file.href, found);
  }
  return found;
}

/**
 * Loads the statement `noun/name`: `name` in `noun.sql` of a folder. `{{name}}` inserts that fragment of the same file or of
 * `shared.sql`, and `{{name for v.id}}` the same with `v.id` as the viewer instead of `$1`.
 */
export function statementIn<P extends readonly unknown[], R>(folder: URL, path: string): Statement<P, R> {
  const [noun = '', name = ''] = path.split('/');
  const textOf = (wanted: string, files: string[]): string => {
    for (const file of files) {
      const text = read(new URL(`${file}.sql`, folder)).get(wanted);
      if (text !== undefined) return text;
    }
    throw new Error(`${files.join('.sql and ')}.sql have no statement ${wanted}`);
  };
  const fill = (text: string): string =>
    text.replace(/\{\{(\w+)(?: for ([\w.]+))?\}\}/g, (_, shared: string, viewer?: string) => {
      const filled = fill(textOf(shared, [noun, 'shared']).replace(/^--.*\n/gm, ''));
      return viewer === undefined ? filled : filled.replace(/\$1\b/g, viewer);
    });
  return { name: path, text: fill(textOf(name, [noun])) };
}

const queries = new URL('./queries/', import.meta.url);

/** Like `statementIn`, for the folder `queries/`. */
export const statement = <P extends readonly unknown[], R>(path: `${string}/${string}`): Statement<P, R> =>
  statementIn(queries, path);

/** Like `statement`, for a list that may be read from a replica: very recent writes by other members may be missing. */
export const list = <P extends readonly unknown[], R>(path: `${string}/${string}`): Statement<P, R> => ({
  ...statement<P, R>(path),
  list: true,
});
