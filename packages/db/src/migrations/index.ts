import { Migration001Initial } from './Migration001Initial.ts';
import { Migration002KnownDevices } from './Migration002KnownDevices.ts';

/** In the order they run; a released one is never changed. */
export const migrations = [
  { name: 'Migration001Initial', class: Migration001Initial },
  { name: 'Migration002KnownDevices', class: Migration002KnownDevices },
];
