import { raw } from '@mikro-orm/core';

/**
 * The database's time, or the time `seconds` later, for conditions and values of entities. Call it for each use, because
 * MikroORM refuses to use one object twice.
 */
export const now = (seconds = 0) => raw<Date>('now() + make_interval(secs => ?)', [seconds]);

/** The condition that a user name or an e-mail address is this text, regardless of case, as in the unique indexes of `User`. */
export const ignoringCase = (column: 'user_name' | 'email', text: string) => ({
  [raw(`lower(${column})`)]: raw('lower(?)', [text]),
});
