import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

const folder = new URL('./', import.meta.url);

/** The SQL of this version's functions and triggers, by name, read from the files in this folder. */
export const functionSources: ReadonlyMap<string, string> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .flatMap((file) =>
      readFileSync(new URL(file, folder), 'utf8')
        .split(/^-- name: /m)
        .slice(1)
        .map((part): [string, string] => {
          const name = part.slice(0, part.indexOf('\n'));
          return [
            name,
            part
              .slice(name.length)
              .replace(/^--.*\n/gm, '')
              .trim(),
          ];
        }),
    ),
);

/** PostgreSQL's error if a function has other names of parameters, or another type of result, than the one that it should replace. */
const invalidFunctionDefinition = '42P13';

async function installFunction(client: pg.Client, name: string, text: string): Promise<void> {
  try {
    await client.query(text);
  } catch (error) {
    if ((error as { code?: string }).code !== invalidFunctionDefinition) throw error;
    // PostgreSQL runs the two statements of one query in one transaction.
    await client.query(`drop function ${name}; ${text}`);
  }
}

/**
 * Replaces the functions by those of this version, and creates the triggers that are missing or have changed. Other triggers are
 * kept, because creating one locks its table; the comment of each tells what created it.
 */
export async function installFunctions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; source: string | null }>(`select tgname as name,
      obj_description(t.oid, 'pg_trigger') as source from pg_trigger t
    join pg_class c on c.oid = tgrelid and c.relnamespace = current_schema()::regnamespace where not tgisinternal`);
  const existing = new Map(rows.map(({ name, source }) => [name, source]));
  const isTrigger = (text: string) => text.startsWith('create trigger');
  const all = [...functionSources];
  for (const [name, text] of all) if (!isTrigger(text)) await installFunction(client, name, text);
  for (const [name, text] of all) {
    if (!isTrigger(text) || existing.get(name) === text) continue;
    await client.query(text.replace('create trigger', 'create or replace trigger'));
    const [, table] = / on (\w+)\s/.exec(text) ?? [];
    await client.query(`comment on trigger ${name} on ${table} is ${client.escapeLiteral(text)}`);
  }
}
