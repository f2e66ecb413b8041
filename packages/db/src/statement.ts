import { readFileSync } from 'node:fs';

/** A prepared statement: the types of its parameters and rows, and its SQL from `queries/`. */
export interface Statement<P extends readonly unknown[], R> {
  readonly name: string;
  readonly text: string;
  /** Set if the statement reads a list, for which a replica may be used. */
  readonly list?: true;
  readonly types?: { params: P; row: R };
}

/** The row of a statement. */
export type RowOf<S extends { readonly types?: { row: unknown } }> = NonNullable<S['types']>['row'];

/** A statement or fragment of a file. */
interface Part {
  name: string;
  text: string;
  list: boolean;
  /** The names of the parameters; undefined for a fragment. */
  params: string | undefined;
  /** The path of the statement whose rows this one returns, if the header names one. */
  like: string | undefined;
}

const header = /^-- (name|list): (\w+)(?:\((.*)\))?(?:: (\S+))?\n/m;
const files = new Map<string, ReadonlyMap<string, Part>>();

/** Splits a file at its headers; text before the first one is a comment on the file. */
function read(file: URL): ReadonlyMap<string, Part> {
  let found = files.get(file.href);
  if (!found) {
    const [, ...split] = readFileSync(file, 'utf8').split(header);
    const parts = Array.from({ length: split.length / 5 }, (_, i): Part => {
      const [kind, name = '', params, like, text = ''] = split.slice(i * 5);
      return { name, text: text.trim(), list: kind === 'list', params, like };
    });
    found = new Map(parts.map((part) => [part.name, part]));
    files.set(file.href, found);
  }
  return found;
}

/** Inserts the fragments into a statement or fragment of `noun.sql`, as the head of shared.sql explains. */
function fill(folder: URL, noun: string, { text }: Part): string {
  return text.replace(/\{\{(\w+)(?: for ([\w.]+))?\}\}/g, (_, name: string, viewer?: string) => {
    const part = [noun, 'shared'].map((file) => read(new URL(`${file}.sql`, folder)).get(name)).find(Boolean);
    if (!part) throw new Error(`${noun}.sql and shared.sql have no fragment ${name}`);
    const filled = fill(folder, noun, part).replace(/^--.*\n/gm, '');
    return viewer === undefined ? filled : filled.replace(/\$1\b/g, viewer);
  });
}

/** The statements of `noun.sql` in a folder, with their columns as the file marks them. */
export const markedStatements = (folder: URL, noun: string): Part[] =>
  [...read(new URL(`${noun}.sql`, folder)).values()]
    .filter(({ params }) => params !== undefined)
    .map((part) => ({ ...part, text: fill(folder, noun, part) }));

/** Matches a quoted column with the mark that says its type, as in `"changed!"`. */
const marked = /"(\w+)[!?]?(?:: [^"]*)?"/g;

/** The statements of `noun.sql` in a folder, by name and in order. */
export const statementsIn = (folder: URL, noun: string): Record<string, Statement<never, unknown>> =>
  Object.fromEntries(
    markedStatements(folder, noun).map(({ name, text, list }) => [
      name,
      { name: `${noun}/${name}`, text: text.replace(marked, '"$1"'), ...(list && { list }) },
    ]),
  );
