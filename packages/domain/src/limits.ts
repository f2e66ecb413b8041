import type { LimitRule } from './ports.ts';

const minute = 60;
const hour = 60 * minute;

/** What one member may do; the figures and their reasons are in docs/limits.md. */
export const memberLimits = {
  posts: { name: 'posts', points: 300, seconds: 3 * hour },
  comments: { name: 'comments', points: 60, seconds: minute },
  messages: { name: 'messages', points: 60, seconds: minute },
  follows: { name: 'follows', points: 400, seconds: 24 * hour },
  likes: { name: 'likes', points: 120, seconds: minute },
  uploads: { name: 'uploads', points: 30, seconds: 30 * minute },
  exports: { name: 'exports', points: 2, seconds: 24 * hour },
  profile: { name: 'profile', points: 60, seconds: hour },
  search: { name: 'search', points: 120, seconds: minute, local: true },
  typing: { name: 'typing', points: 60, seconds: minute, local: true },
} as const satisfies Record<string, LimitRule>;

/** Every call, each of a batch for itself; per member, or per address while signed out. */
export const allCalls: LimitRule = { name: 'calls', points: 1_500, seconds: 5 * minute, local: true };
