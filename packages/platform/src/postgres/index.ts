export { claimDataDir } from '../dataDir/claim.ts';
export { addressOfRunning } from './running.ts';
export { freePort } from './server.ts';
export { type PostgresOptions, type RunningPostgres, startPostgres } from './start.ts';
