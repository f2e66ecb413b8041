import { useMedia, wideScreen } from '../../../lib/useMedia.ts';
import { useStoredValue } from '../../../lib/useStoredValue.ts';

/**
 * Whether the panel beside a chat fits, and whether it is open: from 1200 px on, until the member hides it. This browser keeps that
 * choice as it keeps drafts.
 */
export function useChatPanel() {
  const fits = useMedia(wideScreen);
  const [hidden, setHidden] = useStoredValue('messages.panelHidden', false);
  return { fits, open: fits && !hidden, toggle: () => setHidden(!hidden) };
}
