import { useCallback, useEffect, useRef } from 'react';

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/**
 * Scrolls to a message, and waits until that message is rendered, because messages far from the viewport are not. Returns false
 * if the message is not loaded.
 */
export async function scrollToMessage(list: HTMLElement, messageId: number): Promise<boolean> {
  for (let frames = 0; frames < 60; frames++) {
    const bubble = list.querySelector<HTMLElement>(`[data-message="${messageId}"]`);
    if (bubble) {
      bubble.scrollIntoView({ block: 'center' });
      bubble.focus({ preventScroll: true });
      bubble.animate([{ opacity: 0.4 }, { opacity: 1 }], 900);
      return true;
    }
    const part = list.querySelector(`[data-holds~="${messageId}"]`);
    if (!part) return false;
    part.scrollIntoView({ block: 'center' });
    await nextFrame();
  }
  return false;
}

/** Returns a function that scrolls to a message of the chat in `ref`. If the message is not loaded, it calls `loadAround`. */
export function useGoTo(loadAround: (messageId: number) => void) {
  const ref = useRef<HTMLElement>(null);
  const latest = useRef(loadAround);
  useEffect(() => {
    latest.current = loadAround;
  });
  const goTo = useCallback(async (messageId: number) => {
    const list = ref.current?.querySelector<HTMLElement>('[role=log]');
    if (!list || !(await scrollToMessage(list, messageId))) latest.current(messageId);
  }, []);
  return { ref, goTo };
}
