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

export interface DescribedStatement {
  columns: DescribedColumn[];
  /** PostgreSQL's names of the parameters' types. */
  params: string[];
}

/** pg's description of a column of a result. */
interface Field {
  name: string;
  dataTypeID: number;
  tableID: number;
  columnID: number;
}

/**
 * The methods of pg 8.23 that send the protocol messages which describe a statement, and its event with the types of parameters.
 * pg's types omit them; `statements.test.ts` fails if they change.
 */
interface Protocol {
  parse(message: { name: string; text: string; types: number[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void;
}

/** Describes a statement without running it. */
const describe = (client: pg.Client, text: string): Promise<{ fields: Field[]; params: number[] }> =>
  new Promise((resolve, reject) => {
    let fields: Field[] = [];
    let params: number[] = [];
    client.query({
      submit: (connection: pg.Connection) => {
        const protocol = connection as unknown as Protocol;
        protocol.once('parameterDescription', ({ dataTypeIDs }) => {
          params = dataTypeIDs;
        });
        protocol.parse({ name: '', text, types: [] });
        protocol.describe({ type: 'S', name: '' });
        protocol.sync();
      },
      handleRowDescription: (message: { fields: Field[] }) => {
        fields = message.fields;
      },
      handleError: reject,
      handleReadyForQuery: () => resolve({ fields, params }),
    } as pg.Submittable);
  });

/** Describes what statements take and return, with the database at `client`. */
export async function statementDescriber(client: pg.Client): Promise<(text: string) => Promise<DescribedStatement>> {
  const columns = await client.query(`
    select attrelid || '.' || attnum as number, relname || '.' || attname as name, not attnotnull as nullable
    from pg_attribute join pg_class c on c.oid = attrelid where attnum > 0`);
  const origins = new Map(columns.rows.map((row) => [row.number as string, row]));
  const types = await client.query('select oid, typname from pg_type');
  const typeNames = new Map(types.rows.map((row) => [row.oid as number, row.typname as string]));
  const typeOf = (oid: number) => typeNames.get(oid) ?? '?';
  return async (text) => {
    const { fields, params } = await describe(client, text);
    return {
      columns: fields.map(({ name, dataTypeID, tableID, columnID }) => {
        const origin = origins.get(`${tableID}.${columnID}`);
        return { name, type: typeOf(dataTypeID), nullable: origin?.nullable, origin: origin?.name };
      }),
      params: params.map(typeOf),
    };
  };
}
