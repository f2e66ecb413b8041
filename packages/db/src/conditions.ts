import { raw } from '@mikro-orm/core';

/**
 * The database's time, or the time `seconds` later, for conditions and values of entities. Call it for each use, because
 * MikroORM refuses to use one object twice.
 */
export const now = (seconds = 0) => raw<Date>('now() + make_interval(secs => ?)', [seconds]);

/** One more than the value of the column. */
export const oneMore = (column: 'failures' | 'tries') => raw<number>('?? + 1', [column]);

/** One less than the value of the column. */
export const oneLess = (column: 'uses_left') => raw<number>('?? - 1', [column]);

/** The condition that a row of `ClaimedUserName` is of a name that is easily confused with this one. */
export const confusedWith = (userName: string) => ({ keyHash: raw<string>('user_name_key(?)', [userName]) });

/** The condition that a message is too old to be edited. */
export const tooOldToEdit = () => ({ [raw('message_editable(created_at)')]: false });

/** The condition that a user name or an e-mail address is this text, regardless of case, as in the unique indexes of `User`. */
export const ignoringCase = (column: 'user_name' | 'email', text: string) => ({
  [raw(`lower(${column})`)]: raw('lower(?)', [text]),
});
