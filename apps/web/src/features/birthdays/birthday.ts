import { dateFormat } from '../../i18n/dates.ts';
import type { UserProfile } from '../../lib/types.ts';

export type Birthday = NonNullable<UserProfile['birthday']>;

/** A leap year, so that 29 February exists. */
const year = 2000;

/** Returns the day and the month in words, such as "12 May". */
export const birthdayText = ({ month, day }: Birthday): string =>
  dateFormat({ day: 'numeric', month: 'long' }).format(new Date(year, month - 1, day));

/** Returns the names of the months, January first. */
export const monthNames = (): string[] =>
  Array.from({ length: 12 }, (_, month) => dateFormat({ month: 'long' }).format(new Date(year, month, 1)));

/** Returns the number of days of a month from 1 to 12; 31 if no month is given. */
export const daysIn = (month: number | undefined): number => (month ? new Date(year, month, 0).getDate() : 31);
