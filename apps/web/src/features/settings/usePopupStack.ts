import { useState } from 'react';

/** The popups from the first one opened up to the one on top; going back to an earlier one drops those above it. */
export function usePopupStack<T>(top: T): T[] {
  const [stack, setStack] = useState([top]);
  if (stack.at(-1) === top) return stack;
  const at = stack.indexOf(top);
  const next = at < 0 ? [...stack, top] : stack.slice(0, at + 1);
  setStack(next);
  return next;
}
