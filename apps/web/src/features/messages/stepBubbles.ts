import type { KeyboardEvent } from 'react';

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowUp: (index, count) => (index < 0 ? count - 1 : Math.max(0, index - 1)),
  ArrowDown: (index, count) => (index < 0 ? count - 1 : Math.min(count - 1, index + 1)),
  Home: () => 0,
  End: (_, count) => count - 1,
};

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Scrolls to the first or the last message, and waits until it is in the page: what is far from sight is not. */
async function comeTo(end: 'Home' | 'End', list: HTMLElement): Promise<void> {
  const scroller = list.closest('[data-scroller]');
  // The list counts from its end.
  scroller?.scrollTo({ top: end === 'End' ? 0 : -scroller.scrollHeight });
  for (let frames = 0; frames < 30; frames++) {
    const parts = list.querySelectorAll('[data-bubble], [data-far]');
    if (!parts[end === 'End' ? parts.length - 1 : 0]?.matches('[data-far]')) return;
    await frame();
  }
}

/** The list is one stop of the Tab key; within it the arrows go from message to message. */
export async function stepBubbles(event: KeyboardEvent<HTMLElement>): Promise<void> {
  const { key, currentTarget: list } = event;
  const step = steps[key];
  if (!step) return;
  event.preventDefault();
  if (key === 'Home' || key === 'End') await comeTo(key, list);
  const bubbles = [...list.querySelectorAll<HTMLElement>('[data-bubble]')];
  const index = bubbles.indexOf(document.activeElement as HTMLElement);
  bubbles[step(index, bubbles.length)]?.focus();
}
