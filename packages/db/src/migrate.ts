import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import * as entities from './entities/index.ts';
import { migrations } from './migrations/index.ts';

const advisoryLock = 7_141_009;

/** Brings the tables up to date. Safe to run from several machines at once: one does it, the others wait. */
export async function migrate(databaseUrl: string): Promise<void> {
  const gate = new pg.Client({ connectionString: databaseUrl });
  await gate.connect();
  try {
    await gate.query('select pg_advisory_lock($1)', [advisoryLock]);
    const orm = await MikroORM.init({
      clientUrl: databaseUrl,
      entities: Object.values(entities),
      extensions: [Migrator],
      pool: { min: 0, max: 2 },
      logger: () => {},
      migrations: { migrationsList: migrations, snapshot: false, tableName: 'migrations', disableForeignKeys: false },
    });
    try {
      await orm.migrator.up();
    } finally {
      await orm.close(true);
    }
  } finally {
    await gate.end();
  }
}
