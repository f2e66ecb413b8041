import { raw } from '@mikro-orm/core';

/**
 * The database's time, or the time `seconds` later, in conditions and values of entities. A call for each use: MikroORM refuses
 * to use one twice.
 */
export const now = (seconds = 0) => raw<Date>('now() + make_interval(secs => ?)', [seconds]);
