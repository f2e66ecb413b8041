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

/**
 * The line that a device shows: who did what. It contains no member's text, because anybody nearby can read it. Where the web
 * app has the same text, a test compares the two.
 */
export function pushText(language: Language, { kind, names, count }: PushContent): string {
  const [name = '', other = ''] = names;
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
