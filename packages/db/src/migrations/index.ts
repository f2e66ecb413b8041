import { Migration001Initial } from './Migration001Initial.ts';
import { Migration003ImageAttempts } from './Migration003ImageAttempts.ts';

/** In the order they run; a released one is never changed. */
export const migrations = [
  { name: 'Migration001Initial', class: Migration001Initial },
  { name: 'Migration003ImageAttempts', class: Migration003ImageAttempts },
];
