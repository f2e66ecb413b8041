import { fileURLToPath } from 'node:url';
import { API, type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync';
import type { Statement } from '../statement.ts';

export interface DeclaredColumn {
  /** `string`, `number`, `boolean`, an array of one of them, or `json` for anything else. */
  type: string;
  nullable: boolean;
  /** Declared with `Present`: the column may be null, and the statement omits such rows. */
  present: boolean;
}

export interface DeclaredRow {
  statement: Statement<[], unknown>;
  columns: ReadonlyMap<string, DeclaredColumn>;
  /** True if the row may have further columns, as with `Record<string, …>`, or if nobody uses the row. */
  open: boolean;
}

const primitives: [TypeFlags, string][] = [
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
];

/** Whether a type has a flag. Also unwraps a type with MikroORM's mark for defaults: `number & Opt.Brand`. */
const isA = (type: Type, flag: TypeFlags): boolean =>
  type.isIntersectionType() ? type.getTypes().some((part) => isA(part, flag)) : (type.flags & flag) !== 0;

const choicesOf = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes() : [type]);

function nameOf(checker: Checker, type: Type): string {
  const choices = choicesOf(type).filter(({ flags }) => !(flags & TypeFlags.Null));
  const [first] = choices;
  if (choices.length === 1 && first && checker.isArrayType(first)) {
    const [item] = checker.getTypeArguments(first as never);
    const name = item ? nameOf(checker, item) : 'json';
    return name === 'json' ? name : `${name}[]`;
  }
  return primitives.find(([flag]) => choices.every((choice) => isA(choice, flag)))?.[1] ?? 'json';
}

/** The members of an intersection type; any other type is its only member. The members keep the names of their type aliases. */
const partsOf = (row: Type): readonly Type[] => (row.isIntersectionType() ? row.getTypes() : [row]);

function columnsOf(checker: Checker, row: Type): Map<string, DeclaredColumn> {
  const present = new Set(
    partsOf(row)
      .filter((part) => part.getAliasSymbol()?.name === 'Present')
      .flatMap((part) => checker.getPropertiesOfType(part).map(({ name }) => name)),
  );
  return new Map(
    checker.getPropertiesOfType(row).map((property) => {
      const type = checker.getTypeOfSymbol(property) as Type;
      const nullable = choicesOf(type).some(({ flags }) => (flags & TypeFlags.Null) !== 0);
      return [property.name, { type: nameOf(checker, type), nullable, present: present.has(property.name) }];
    }),
  );
}

const isStatement = (value: object): value is Statement<[], unknown> => 'text' in value && 'name' in value;

/** Walks a value and the value's type together, and yields each statement in the value with the type of its row. */
function* statementsIn(checker: Checker, value: unknown, type: Type): Generator<[Statement<[], unknown>, Type]> {
  if (typeof value !== 'object' || value === null) return;
  if (isStatement(value)) {
    const [, row] = checker.getTypeArguments(type as never);
    if (row) yield [value, row];
    return;
  }
  if (Array.isArray(value)) {
    const [item] = checker.getTypeArguments(type as never);
    for (const each of value) if (item) yield* statementsIn(checker, each, item);
    return;
  }
  for (const property of checker.getPropertiesOfType(type))
    yield* statementsIn(checker, value[property.name as never], checker.getTypeOfSymbol(property) as Type);
}

/** The declared row types of a package's statements, read by the TypeScript compiler. */
export function declaredRows(index: URL, exported: Record<string, unknown>): DeclaredRow[] {
  const file = fileURLToPath(index);
  const api = new API({ cwd: fileURLToPath(new URL('.', index)) });
  try {
    const snapshot = api.updateSnapshot({ openFiles: [file] });
    const project = snapshot.getDefaultProjectForFile(file);
    if (!project) throw new Error(`${file} is in no project`);
    const { checker, program } = project;
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${file} cannot be read`);
    return checker
      .getExportsOfModule(module)
      .filter(({ name }) => name.endsWith('Queries') || name.endsWith('Lists'))
      .flatMap((symbol) => {
        const target = symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
        return [...statementsIn(checker, exported[symbol.name], checker.getTypeOfSymbol(target) as Type)];
      })
      .map(([statement, row]) => {
        if (row.flags & TypeFlags.Any) throw new Error(`${statement.name} declares no row`);
        const columns = columnsOf(checker, row);
        const open = columns.size === 0 || partsOf(row).some((part) => checker.getIndexInfosOfType(part).length > 0);
        return { statement, columns, open };
      });
  } finally {
    api.close();
  }
}
