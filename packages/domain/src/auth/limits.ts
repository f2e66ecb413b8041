import type { LimitRule } from '../ports.ts';

/** Failed log-ins of one account, from wherever they come. */
export const logInsPerAccount: LimitRule = { name: 'log-in-account', points: 10, seconds: 15 * 60 };

/** Log-ins from one address: room for a household or a school behind one router. */
export const logInsPerAddress: LimitRule = { name: 'log-in-address', points: 100, seconds: 15 * 60 };

/** Sign-ups from one address. */
export const signUpsPerAddress: LimitRule = { name: 'sign-up-address', points: 10, seconds: 60 * 60 };

/** Reset mails to one account. */
export const resetsPerAccount: LimitRule = { name: 'reset-account', points: 5, seconds: 60 * 60 };

/** Reset mails asked for from one address. */
export const resetsPerAddress: LimitRule = { name: 'reset-address', points: 20, seconds: 60 * 60 };
