import type { LimitRule } from '../ports.ts';

const quarter = 15 * 60;
const hour = 60 * 60;

/** Failed log-ins to one account from one address, or from one browser that the account knows. */
export const logInsPerPlace: LimitRule = { name: 'log-in-place', points: 10, seconds: quarter };

/** Failed log-ins to one account from all addresses together; browsers that the account knows do not count in. */
export const logInsPerAccount: LimitRule = { name: 'log-in-account', points: 50, seconds: hour };

/** Log-ins from one address: room for a household or a school behind one router. */
export const logInsPerAddress: LimitRule = { name: 'log-in-address', points: 100, seconds: quarter };

/** Failed re-authentications of one session. */
export const reauthenticationsPerSession: LimitRule = { name: 'reauthentication', points: 10, seconds: quarter };

/** Sign-ups from one address. */
export const signUpsPerAddress: LimitRule = { name: 'sign-up-address', points: 10, seconds: hour };

/** Reset mails asked for from one address. Those to one account are counted by its codes, see `sendPasswordReset`. */
export const resetsPerAddress: LimitRule = { name: 'reset-address', points: 20, seconds: hour };

/** Reset codes tried from one address. */
export const resetCodesPerAddress: LimitRule = { name: 'reset-code-address', points: 20, seconds: quarter };
