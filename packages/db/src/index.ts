export { type FilterQuery, LockMode } from '@mikro-orm/core';
export { Client } from './client.ts';
export { confusedWith, ignoringCase, now, plus, tooOldToEdit } from './conditions.ts';
export { type Database, type DatabaseOptions, type Handle, openDatabase, type Transaction } from './database.ts';
export { type DatabaseMonitor, monitorDatabase } from './databaseMonitor.ts';
export * from './entities/index.ts';
export {
  isBeforeBaseline,
  isMigrated,
  migrationNames,
  recordedMigrations,
  unknownMigration,
} from './migrations/names.ts';
export { personalData } from './personalData.ts';
export { openPool } from './pool.ts';
export * from './queries/index.ts';
export { openReplica, type Replica } from './replica.ts';
export { type Statement, statementsIn } from './statement.ts';
