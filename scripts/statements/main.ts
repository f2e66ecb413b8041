import { writeFileSync } from 'node:fs';
import { createTestDatabase, statementTypes, statementTypesFile } from '@kith/db/testing';
import { startDatabase } from '../test/database.ts';

// Writes the types of the statements in packages/db/src/queries, as a new PostgreSQL with this version's schema describes them.
const cluster = await startDatabase();
try {
  const { url } = await createTestDatabase(cluster.url);
  writeFileSync(statementTypesFile, await statementTypes(url));
} finally {
  await cluster.stop();
}
