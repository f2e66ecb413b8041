/**
 * Whether everything is tested, as `npm run test:all` does: also the files named `*.long.test.ts`, and in other files more cases.
 * Naming files, as in `npm test -- likes`, runs long files too, but not more cases.
 */
export const testsAll = process.env.KITH_TEST === 'all';

/** Whether `*.long.test.ts` files run. */
export const testsLong = testsAll || process.env.KITH_TEST === 'long';

/**
 * Whether journeys run against two servers and two workers behind a proxy instead of one `npm start`. `npm run test:all` runs the
 * journeys a second time like this.
 */
export const runsOnFleet = process.env.KITH_FLEET === 'on';
