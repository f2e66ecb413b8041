import { type EventTimes, isAllDay, knownZone, wallTime } from '@kith/contracts';
import { type Language, translate } from '../i18n/translate.ts';

/** What a push says: its kind, the names of members, and the number of people or messages. */
export interface PushContent {
  kind:
    | 'message'
    | 'video'
    | 'voice'
    | 'group'
    | 'groupVideo'
    | 'groupVoice'
    | 'groupMention'
    | 'messageRequest'
    | 'request'
    | 'follow'
    | 'accepted'
    | 'joined'
    | 'like'
    | 'comment'
    | 'reply'
    | 'commentLike'
    | 'mention'
    | 'eventTomorrow'
    | 'eventSoon'
    | 'eventMoved'
    | 'eventCancelled'
    | 'birthday'
    | 'album';
  /** The names of members, newest first, at least one; in a push about a group, the second is the group's. */
  names: string[];
  /** The number of people or, in a push about messages, of messages. */
  count: number;
  /** When the event is, the reader's time zone, and when the push is sent. */
  event?: { times: EventTimes; timeZone: string; now: Date } | null;
}

/** The kinds that are about one person, or about messages of one chat. */
const ungroupedKinds: readonly PushContent['kind'][] = [
  'message',
  'video',
  'voice',
  'group',
  'groupVideo',
  'groupVoice',
  'groupMention',
  'messageRequest',
  'request',
  'eventTomorrow',
  'eventSoon',
  'eventMoved',
  'eventCancelled',
];

const date = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const time = { hour: 'numeric', minute: '2-digit' } as const;

/** The day that a clock shows, in milliseconds. */
const dayOf = (iso: string, timeZone: string): number => Date.parse(wallTime(iso, timeZone).date);

/** The text with the time of an event on the reader's clock, or with the date of whole days; null if its kind gives none. */
function eventText(language: Language, { kind, names: [name = ''], event }: PushContent): string | null {
  if (!event) return null;
  const { times, timeZone, now } = event;
  const wholeDays = isAllDay(times);
  const zone = wholeDays ? times.timeZone : timeZone;
  const said = (style: Intl.DateTimeFormatOptions): string =>
    new Date(times.startsAt).toLocaleString(language, { ...style, timeZone: knownZone(zone) });
  const when = { name, time: said(wholeDays ? date : { ...date, ...time }) };
  if (kind === 'eventMoved') return translate(language, 'push.eventMovedTo', when);
  if (kind !== 'eventTomorrow') return null;
  // The reminder may be sent on another day than the one before: a worker that was off sends late, and clocks change.
  const isTomorrow = dayOf(times.startsAt, zone) - dayOf(now.toISOString(), timeZone) === 86_400_000;
  if (!isTomorrow) return translate(language, 'push.eventOn', when);
  return wholeDays ? null : translate(language, 'push.eventTomorrowAt', { name, time: said(time) });
}

/**
 * The line that a device shows: who did what. It contains no member's text, because anybody nearby can read it. Where the web
 * app has the same text, a test compares the two.
 */
export function pushText(language: Language, content: PushContent): string {
  const { kind, names, count } = content;
  const [name = '', other = ''] = names;
  const withTime = eventText(language, content);
  if (withTime) return withTime;
  if (ungroupedKinds.includes(kind)) return translate(language, `push.${kind}`, { name, other, count });
  const others = Math.max(count, names.length) - 1;
  const form = others <= 0 ? 'one' : others === 1 && other ? 'two' : 'more';
  return translate(language, `push.${kind}.${form}`, { name, other, count: others });
}

/**
 * The texts for a reply that is written in the push itself: the button, the hint in the text field, and the notice that the
 * reply is not sent yet.
 */
export const replyTexts = (language: Language) => ({
  action: translate(language, 'push.replyAction'),
  hint: translate(language, 'push.replyHint'),
  waits: translate(language, 'push.replyWaits'),
});
