import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../../lib/viewerContext.ts';
import { eventText } from '../eventText.ts';
import type { Message } from '../message.ts';
import type { People } from './usePeople.ts';

interface Props {
  people: People;
  /** The messages, newest first. */
  messages: Message[];
  loaded: boolean;
}

/**
 * Announces each new message once to screen readers. The list itself is not a live region, because a screen reader would then
 * announce older pages too.
 */
export function Announcer({ people, messages, loaded }: Props) {
  const { t } = useTranslation();
  const { userId: me } = useViewer();
  const [words, setWords] = useState('');
  const seen = useRef<number | null>(null);
  const { nameOf } = people;
  useEffect(() => {
    if (!loaded) return;
    const last = seen.current;
    seen.current = Math.max(last ?? 0, messages[0]?.messageId ?? 0);
    if (last === null) return;
    const newMessages = messages
      .filter(({ messageId, sender }) => messageId > last && sender.userId !== me)
      .toReversed();
    if (!newMessages.length) return;
    const announcement = ({ sender, event, subject, content, image, post }: Message): string => {
      const [senderId, name] = [sender.userId, nameOf(sender.userId)];
      if (event) return eventText(t, event, { senderId, subjectId: subject?.userId, content, me, nameOf });
      return t('messages.said', {
        name,
        text: content || (image ? t('messages.picture') : post ? t('post.title') : ''),
      });
    };
    setWords(newMessages.map(announcement).join(' '));
  }, [messages, loaded, nameOf, me, t]);
  return (
    <p aria-live="polite" className="sr-only">
      {words}
    </p>
  );
}
