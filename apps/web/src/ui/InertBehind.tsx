import { useEffect } from 'react';

/**
 * Radix hides what lies behind a dialog from screen readers; this keeps the keyboard out of it too. It stands inside the
 * dialog's content, so that it acts in the commit in which Radix does.
 */
export function InertBehind() {
  useEffect(() => {
    let hidden: HTMLElement[] = [];
    let gone = false;
    // Radix's own effect, of an element further out, comes after this one in the same commit.
    queueMicrotask(() => {
      if (gone) return;
      hidden = [
        ...document.querySelectorAll<HTMLElement>('[data-aria-hidden="true"]:not([inert], [data-radix-focus-guard])'),
      ];
      for (const element of hidden) element.inert = true;
    });
    return () => {
      gone = true;
      for (const element of hidden) element.inert = false;
    };
  }, []);
  return null;
}
