export { claimDataDir, hasDatabase } from '../dataDir/claim.ts';
export { keepReserve } from '../dataDir/disk.ts';
export { freePort } from '../freePort.ts';
export { addressOfRunning } from './running.ts';
export { type PostgresOptions, type RunningPostgres, startPostgres } from './start.ts';
