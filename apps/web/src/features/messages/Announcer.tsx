import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation.ts';
import type { Message } from './types.ts';

interface Props {
  name: string;
  newest: Message | undefined;
  loaded: boolean;
  /** Whose messages are read out. */
  from: number;
}

/** Reads new messages out; the list itself stays silent, or older pages would be read out too. */
export function Announcer({ name, newest, loaded, from }: Props) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const seen = useRef<number | null>(null);
  useEffect(() => {
    if (!loaded) return;
    const fresh = newest && seen.current !== null && newest.messageId > seen.current;
    seen.current = newest?.messageId ?? 0;
    if (fresh && newest.sender.userId === from) setWords(t('messages.said', { name, text: newest.content }));
  }, [newest, loaded, name, from, t]);
  return (
    <p aria-live="polite" className="sr-only">
      {words}
    </p>
  );
}
