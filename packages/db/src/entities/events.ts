import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { index, insertTime, time } from './columns.ts';
import { Post } from './posts.ts';

const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'events',
  properties: {
    post: () => p.oneToOne(Post).primary().deleteRule('cascade').updateRule('no action'),
    startsAt: time(),
    /** The end; null for an event without one. */
    endsAt: time().nullable(),
    /** The IANA name of the time zone in which the event takes place, such as `Europe/Warsaw`. */
    timeZone: p.text(),
    place: p.text().nullable(),
    cancelledAt: time().nullable(),
    /** When the time or the place was last changed, or the event called off or taken up again. */
    changedAt: time().nullable(),
    /** When the guests were last notified of a change, or will be. */
    notifiedAt: time().nullable(),
    yesCount: p.integer().default(0),
    maybeCount: p.integer().default(0),
    noCount: p.integer().default(0),
  },
  checks: [
    { name: 'events_time_zone_check', expression: 'char_length(time_zone) >= 1 and char_length(time_zone) <= 64' },
    { name: 'events_place_check', expression: 'char_length(place) >= 1 and char_length(place) <= 100' },
    { name: 'events_yes_count_check', expression: 'yes_count >= 0' },
    { name: 'events_maybe_count_check', expression: 'maybe_count >= 0' },
    { name: 'events_no_count_check', expression: 'no_count >= 0' },
    { name: 'events_check', expression: 'ends_at > starts_at' },
  ],
  indexes: [
    index('events_next', 'events (starts_at, post_id)'),
    index('events_long', `events (starts_at, post_id) where ends_at - starts_at > interval '1 day'`),
  ],
});

/** The date and place of a post that is an event. */
export class Event extends EventSchema.class {}
EventSchema.setClass(Event);

const EventAnswerSchema = defineEntity({
  name: 'EventAnswer',
  tableName: 'event_answers',
  properties: {
    post: () => p.manyToOne(Post).primary().deleteRule('cascade').updateRule('no action'),
    user: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    answer: p.enum(['yes', 'maybe', 'no'] as const),
    /** The time of the last answer. */
    answeredAt: insertTime(),
    /** When the event was to begin of which the guest was last reminded the day before. */
    remindedFor: time().nullable(),
  },
  indexes: [
    { name: 'event_answers_user', properties: ['user', 'post'] },
    index('event_answers_newest', 'event_answers (post_id, answered_at desc, user_id desc)'),
  ],
});

/** Whether a member comes to an event. */
export class EventAnswer extends EventAnswerSchema.class {}
EventAnswerSchema.setClass(EventAnswer);

const CalendarFeedSchema = defineEntity({
  name: 'CalendarFeed',
  tableName: 'calendar_feeds',
  properties: {
    user: () => p.oneToOne(User).primary().deleteRule('cascade').updateRule('no action'),
    /** SHA-256 of the token in the feed's address, hex. */
    tokenHash: p.text().unique(),
    createdAt: insertTime(),
  },
});

/** The address at which a member's calendar program reads the member's events. */
export class CalendarFeed extends CalendarFeedSchema.class {}
CalendarFeedSchema.setClass(CalendarFeed);
