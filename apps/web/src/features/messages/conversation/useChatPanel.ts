import { useMedia, wideScreen } from '../../../lib/useMedia.ts';
import { useStoredValue } from '../../../lib/useStoredValue.ts';

/**
 * Returns whether the screen is wide enough (1200 px) for the panel beside a chat, and whether the panel is open. The panel is
 * open until the member hides it; this browser stores that choice.
 */
export function useChatPanel() {
  const fits = useMedia(wideScreen);
  const [hidden, setHidden] = useStoredValue('messages.panelHidden', false);
  return { fits, open: fits && !hidden, toggle: () => setHidden(!hidden) };
}
