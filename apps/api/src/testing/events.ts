import { publish } from './actions.ts';
import type { Person } from './testApp.ts';

/** What members do with an event that begins in two days, in tests of what its guests are told. */

export const startsAt = new Date(Date.now() + 48 * 3_600_000).toISOString();

export const event = (more: object = {}) => ({ startsAt, timeZone: 'Europe/Warsaw', place: 'The pier', ...more });

/** Publishes an event and returns the id of its post. */
export const invite = (host: Person, more: object = {}): Promise<number> =>
  publish(host, 'At the lake', { event: event(more) });

export const change = (host: Person, postId: number, more: object = {}) =>
  host.patch(`/posts/${postId}`, { caption: 'At the lake', event: event(more) });

/** The kinds of a member's notifications, newest first. */
export const told = async (who: Person): Promise<string[]> =>
  (await who.get('/notifications')).body.data.map(({ kind }: { kind: string }) => kind);
