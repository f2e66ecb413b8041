import type pg from 'pg';

export interface DescribedColumn {
  name: string;
  /** PostgreSQL's name of the type. */
  type: string;
  /** Whether a table's column is nullable; undefined for a computed column, for which PostgreSQL does not report it. */
  nullable: boolean | undefined;
  /** `table.column`, if the column is one of a table; undefined for a computed column. */
  origin: string | undefined;
}

/** pg's description of a column of a result. */
interface Field {
  name: string;
  dataTypeID: number;
  tableID: number;
  columnID: number;
}

/**
 * The methods of pg 8.23 that send the protocol messages which describe a statement. pg's types omit them; `statements.test.ts`
 * fails if they change.
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

/** Describes the rows that statements return, with the database at `client`. */
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
