import { useState } from 'react';
import { memberKey } from '../../../lib/member.ts';
import { useMedia, wide } from '../../../lib/useMedia.ts';

const key = (): string => memberKey('messages.panel');

function readHidden(): boolean {
  try {
    return localStorage.getItem(key()) === 'hidden';
  } catch {
    return false;
  }
}

/** Whether the panel beside a chat fits, and whether it is open: from 1200 px on, until the member hides it in this browser. */
export function useChatPanel() {
  const fits = useMedia(wide);
  const [hidden, setHidden] = useState(readHidden);
  const toggle = () => {
    try {
      if (hidden) localStorage.removeItem(key());
      else localStorage.setItem(key(), 'hidden');
    } catch {
      // Without storage the choice lasts as long as this chat is open.
    }
    setHidden(!hidden);
  };
  return { fits, open: fits && !hidden, toggle };
}
