import type pg from 'pg';

export interface DescribedColumn {
  name: string;
  /** PostgreSQL's name of the type. */
  type: string;
  /** Of a column of a table, whether it may be null; undefined for anything computed, of which PostgreSQL does not say. */
  nullable: boolean | undefined;
  /** Of a column of a table, `table.column`. */
  origin: string | undefined;
}

/** What pg gives of a column of an answer. */
interface Field {
  name: string;
  dataTypeID: number;
  tableID: number;
  columnID: number;
}

/**
 * The messages of PostgreSQL's protocol that describe a statement, which pg sends for whoever `submit`s them. Its types leave them
 * out; read in pg 8.23, and `statements.test.ts` fails when they change.
 */
interface Protocol {
  parse(message: { name: string; text: string; types: number[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/** Describes a statement without running it. */
const fieldsOf = (client: pg.Client, text: string): Promise<Field[]> =>
  new Promise((resolve, reject) => {
    let fields: Field[] = [];
    client.query({
      submit: (connection: pg.Connection) => {
        const protocol = connection as unknown as Protocol;
        protocol.parse({ name: '', text, types: [] });
        protocol.describe({ type: 'S', name: '' });
        protocol.sync();
      },
      handleRowDescription: (message: { fields: Field[] }) => {
        fields = message.fields;
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    } as pg.Submittable);
  });

/** A describer of the rows that statements give, by the database at `client`. */
export async function rowDescriber(client: pg.Client): Promise<(text: string) => Promise<DescribedColumn[]>> {
  const columns = await client.query(`
    select attrelid || '.' || attnum as number, relname || '.' || attname as name, not attnotnull as nullable
    from pg_attribute join pg_class c on c.oid = attrelid where attnum > 0`);
  const origins = new Map(columns.rows.map((row) => [row.number as string, row]));
  const types = await client.query('select oid, typname from pg_type');
  const typeNames = new Map(types.rows.map((row) => [row.oid as number, row.typname as string]));
  return async (text) =>
    (await fieldsOf(client, text)).map(({ name, dataTypeID, tableID, columnID }) => {
      const origin = origins.get(`${tableID}.${columnID}`);
      return { name, type: typeNames.get(dataTypeID) ?? '?', nullable: origin?.nullable, origin: origin?.name };
    });
}
