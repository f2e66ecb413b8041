import { statement } from '../statement.ts';

/** Statements that read images. */
export const imageQueries = {
  hidden: statement<[key: string], { hidden: true }>('images/hidden'),
};
