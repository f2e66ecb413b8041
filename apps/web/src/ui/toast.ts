export interface Toast {
  id: number;
  text: string;
  look: 'plain' | 'good' | 'bad';
  action?: { label: string; run: () => void } | undefined;
}

let toasts: Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export const shownToasts = (): Toast[] => toasts;

export function watchToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const dismissToast = (id: number): void => set(toasts.filter((toast) => toast.id !== id));

/** Shows a short message; the same text is not stacked twice. What can be tried again stays longer. */
export function toast(text: string, options: Partial<Pick<Toast, 'look' | 'action'>> = {}): void {
  const id = nextId++;
  const fresh: Toast = { look: 'plain', ...options, id, text };
  set([...toasts.filter((shown) => shown.text !== text), fresh].slice(-3));
  setTimeout(() => dismissToast(id), options.action ? 10_000 : 5_000);
}
