import { raw } from '@mikro-orm/core';

/**
 * The database's time, or the time `seconds` later, for conditions and values of entities. Call it for each use, because
 * MikroORM refuses to use one object twice.
 */
export const now = (seconds = 0) => raw<Date>('now() + make_interval(secs => ?)', [seconds]);

/** The value of the column and `by` more. */
export const plus = (column: 'failures' | 'tries' | 'uses_left', by: number) => raw<number>('?? + ?', [column, by]);

/** The condition that a row of `ClaimedUserName` is of a name that is easily confused with this one. */
export const confusedWith = (userName: string) => ({ keyHash: raw<string>('user_name_key(?)', [userName]) });

/** The condition that a message is too old to be edited. */
export const tooOldToEdit = () => ({ [raw('message_editable(created_at)')]: false });

/** The condition that a user name or an e-mail address is this text, regardless of case, as in the unique indexes of `User`. */
export const ignoringCase = (column: 'user_name' | 'email', text: string) => ({
  [raw(`lower(${column})`)]: raw('lower(?)', [text]),
});
