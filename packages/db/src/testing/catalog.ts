import pg from 'pg';

/** Every column, constraint and index of `public`, by name, as PostgreSQL prints it. */
export const catalog = `
  select c.relname || '.' || a.attname as name, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
    case when a.attnotnull then 'not null' end, 'identity ' || nullif(a.attidentity::text, ''),
    'default ' || pg_get_expr(d.adbin, d.adrelid)) as words
  from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped and c.relname <> 'migrations'
  union all
  select conname, conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
  where connamespace = 'public'::regnamespace and contype <> 'n' and conrelid <> 'migrations'::regclass
  union all
  select indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index
  where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relname <> 'migrations')`;

/** The functions and triggers, which migrations put in place anew. */
export const inPlace = `
  select proname as name, prosrc as words from pg_proc where pronamespace = 'public'::regnamespace
  union all
  select tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`;

export async function readCatalog(url: string, sql: string): Promise<{ name: string; words: string }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}
