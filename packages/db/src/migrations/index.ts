import type { Migration } from '@mikro-orm/migrations';
import { migrationNames } from './names.ts';

export interface NamedMigration {
  name: string;
  class: new (...given: ConstructorParameters<typeof Migration>) => Migration;
}

/** The migrations in the order in which they run. A released one never changes; a new one is a file with a class of its name. */
export const migrations: readonly NamedMigration[] = await Promise.all(
  migrationNames.map(async (name) => ({
    name,
    class: (await import(new URL(`${name}.ts`, import.meta.url).href))[name],
  })),
);
