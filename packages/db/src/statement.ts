import { readFileSync } from 'node:fs';

/** A prepared statement: its parameters' and rows' types, and its SQL from `queries/`. */
export interface Statement<P extends readonly unknown[], R> {
  readonly name: string;
  readonly text: string;
  readonly types?: { params: P; row: R };
}

const read = (path: string): string => readFileSync(new URL(`./queries/${path}.sql`, import.meta.url), 'utf8');

/** Loads `queries/<path>.sql`; `{{name}}` stands for `queries/shared/<name>.sql`. */
export function statement<P extends readonly unknown[], R>(path: string): Statement<P, R> {
  const text = read(path).replace(/\{\{(\w+)\}\}/g, (_, name: string) => read(`shared/${name}`).trim());
  return { name: path, text };
}
