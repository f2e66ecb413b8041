import type { KeyboardEvent } from 'react';

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowUp: (index, count) => (index < 0 ? count - 1 : Math.max(0, index - 1)),
  ArrowDown: (index, count) => (index < 0 ? count - 1 : Math.min(count - 1, index + 1)),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The list is one stop of the Tab key; within it the arrows go from message to message. */
export function stepBubbles(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (!step) return;
  const bubbles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-bubble]')];
  const index = bubbles.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  bubbles[step(index, bubbles.length)]?.focus();
}
