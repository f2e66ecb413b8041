import { readdirSync } from 'node:fs';
import pg from 'pg';
import { openDatabase } from '../database.ts';
import { markedStatements } from '../statement.ts';
import { type DescribedColumn, type DescribedStatement, statementDescriber } from './describedStatements.ts';

/** The file that contains `statementTypes`. */
export const statementTypesFile = new URL('../queries/statements.gen.ts', import.meta.url);
const queries = new URL('./', statementTypesFile);

/** The types of PostgreSQL's values in rows, as parsed by `values.ts` and pg. */
const rowTypes: Record<string, string> = {
  bool: 'boolean',
  date: 'string',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  name: 'string',
  text: 'string',
  timestamptz: 'string',
  uuid: 'string',
  varchar: 'string',
  void: 'unknown',
};

/** The types of parameters, where they differ from those in rows. */
const paramTypes: Record<string, string> = {
  json: 'object | string',
  jsonb: 'object | string',
  timestamptz: 'Date | string',
};

function known(types: Record<string, string>, type: string): string {
  const found = types[type];
  if (!found) throw new Error(`PostgreSQL's type ${type} has no type in TypeScript yet`);
  return found;
}

const rowType = (type: string): string =>
  type.startsWith('_') ? `${known(rowTypes, type.slice(1))}[]` : known(rowTypes, type);

/** The type of a parameter. An array may contain nulls, unless it is one of numbers, which are ids. */
function paramType(type: string): string {
  const value = known({ ...rowTypes, ...paramTypes }, type.replace(/^_/, ''));
  if (!type.startsWith('_')) return value;
  return value === 'number' ? 'readonly number[]' : `readonly (${value} | null)[]`;
}

/** The types of columns that entities know better than PostgreSQL, by `table.column`: those of a few words, and JSON. */
async function entityTypes(url: string): Promise<Map<string, string>> {
  const db = await openDatabase({ url });
  const entities = [...db.orm.getMetadata().getAll().values()];
  await db.close();
  return new Map(
    entities.flatMap(({ className, tableName, props }) =>
      props.flatMap(({ name, fieldNames, items, runtimeType, columnTypes }): [string, string][] => {
        const column = `${tableName}.${fieldNames?.[0]}`;
        if (items) return [[column, items.map((item) => `'${item}'`).join(' | ')]];
        return columnTypes?.[0]?.startsWith('json') && runtimeType ? [[column, `${className}['${name}']`]] : [];
      }),
    ),
  );
}

/** A column as `name: type`. Its name may end with marks, as the head of shared.sql explains. */
function columnText({ name: marked, type, nullable, origin }: DescribedColumn, better: Map<string, string>): string {
  const [, name = marked, mark, named] = /^(\w+)([!?]?)(?:: (.*))?$/.exec(marked) ?? [];
  const value = named ?? better.get(origin ?? '') ?? rowType(type);
  const mayBeNull = mark ? mark === '?' : (nullable ?? true);
  return `${name}: ${value}${mayBeNull ? ' | null' : ''}`;
}

function paramTexts(path: string, names: string, types: string[]): string[] {
  const params = names === '' ? [] : names.split(', ');
  if (params.length !== types.length) throw new Error(`${path} has ${types.length} parameters, not ${params.length}`);
  return params.map((param, i) => {
    const [, name, mayBeNull, named] = /^(\w+)(\??)(?:: (\w+))?$/.exec(param) ?? [];
    return `${name}: ${named ?? paramType(types[i] as string)}${mayBeNull ? ' | null' : ''}`;
  });
}

/** Joins texts to lines of up to 120 characters. */
function linesOf(texts: string[], separator: string): string {
  const lines = [''];
  for (const text of texts.map((text) => text + separator)) {
    const last = lines.at(-1) as string;
    if (last.length + text.length > 110) lines.push(text);
    else lines[lines.length - 1] = last === '' ? text : `${last} ${text}`;
  }
  return lines.map((line) => `      ${line}\n`).join('');
}

function statementText(name: string, params: string[], columns: string[]): string {
  const row = columns.length === 0 ? 'never' : `{ ${columns.join('; ')} }`;
  const start = `    ${name}: Statement<`;
  const line = `${start}[${params.join(', ')}], ${row}>;`;
  if (line.length <= 120) return line;
  const head = `${start}[${params.join(', ')}], `;
  const first = head.length <= 119 ? head : `${start}[\n${linesOf(params, ',')}    ], `;
  return columns.length === 0 ? `${first}never>;` : `${first}{\n${linesOf(columns, ';')}    }>;`;
}

/** The head of the file, which imports the types that `body` names. */
function head(body: string): string {
  const json = [...new Set(body.matchAll(/: ([A-Z]\w+)\b(?!<)/g).map(([, name]) => name))].sort();
  const entities = [...new Set(body.matchAll(/\b([A-Z]\w+)\['/g).map(([, name]) => name))].sort();
  const named = json.filter((name) => name !== 'Statement' && name !== 'Date' && !entities.includes(name));
  return `// \`npm run statements\` writes this file: what PostgreSQL describes of the statements in the .sql files. Do not edit it.
import type { ${entities.join(', ')} } from '../entities/index.ts';
import type { Statement } from '../statement.ts';
import type { ${named.join(', ')} } from './json.ts';
`;
}

interface Described {
  path: string;
  params: string;
  like: string | undefined;
  is: DescribedStatement;
}

async function describeAll(client: pg.Client, folder: URL): Promise<Map<string, Described[]>> {
  const describe = await statementDescriber(client);
  const found = new Map<string, Described[]>();
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.sql') || file === 'shared.sql') continue;
    const noun = file.slice(0, -4);
    found.set(noun, []);
    for (const { name, text, params = '', like } of markedStatements(folder, noun)) {
      const path = `${noun}/${name}`;
      const is = await describe(text).catch(({ message }) => Promise.reject(new Error(`${path}: ${message}`)));
      found.get(noun)?.push({ path, params, like, is });
    }
  }
  return found;
}

/**
 * The TypeScript of `statements.gen.ts`: what PostgreSQL, at `url`, describes of each statement in a folder.
 * @throws Error if PostgreSQL refuses a statement, or describes other parameters or columns than its header says
 */
export async function statementTypes(url: string, folder = queries): Promise<string> {
  const better = await entityTypes(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const described = await describeAll(client, folder).finally(() => client.end());
  const all = new Map([...described.values()].flat().map(({ path, is }) => [path, is]));
  const text = ({ path, params, like, is }: Described): string => {
    const { columns } = all.get(like ?? path) ?? { columns: [] };
    if (columns.map(({ name, type }) => name + type).join() !== is.columns.map(({ name, type }) => name + type).join())
      throw new Error(`${path} does not return the columns of ${like}`);
    const [, name = ''] = path.split('/');
    const texts = columns.map((column) => columnText(column, better));
    return `${statementText(name, paramTexts(path, params, is.params), texts)}\n`;
  };
  const nouns = [...described].map(([noun, found]) => `  ${noun}: {\n${found.map(text).join('')}  };\n`);
  const body = `\nexport interface Statements {\n${nouns.join('')}}\n`;
  return head(body) + body;
}
