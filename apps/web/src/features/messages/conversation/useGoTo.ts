import { useCallback, useEffect, useRef } from 'react';

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Scrolls to a message in the list and waits until it is rendered: messages far from the viewport are not. */
async function comeToMessage(list: HTMLElement, messageId: number): Promise<boolean> {
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
    await frame();
  }
  return false;
}

interface Older {
  hasNextPage: boolean;
  fetchNextPage: () => Promise<{ hasNextPage: boolean; isError: boolean }>;
}

/** Scrolls to a message of the chat in `ref`, after loading the pages down to it. */
export function useGoTo(older: Older) {
  const ref = useRef<HTMLElement>(null);
  const latest = useRef(older);
  useEffect(() => {
    latest.current = older;
  });
  const goTo = useCallback(async (messageId: number) => {
    for (;;) {
      const list = ref.current?.querySelector<HTMLElement>('[role=log]');
      if (!list || (await comeToMessage(list, messageId)) || !latest.current.hasNextPage) return;
      const page = await latest.current.fetchNextPage();
      if (page.isError) return;
      await frame();
    }
  }, []);
  return { ref, goTo };
}
